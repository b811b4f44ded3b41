/** What the rest of the program sees of git. Object ids are 40 hexadecimal digits. */

export interface Signature {
  readonly name: string
  readonly email: string
  /** ISO 8601 with the author's own offset, e.g. `2025-11-17T19:12:00-08:00`. */
  readonly at: string
}

export interface CommitRecord {
  readonly sha: string
  readonly parents: readonly string[]
  readonly author: Signature
  readonly committer: Signature
  /** Whole message, decoded; first line is the subject. */
  readonly message: string
}

/** One `@@` of a diff without context. A side without lines (`count` 0) is an insertion point after line `start`. */
export interface Hunk {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
}

export interface FileChange {
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'type-changed'
  /** Path before; null when added. */
  readonly oldPath: string | null
  /** Path after; null when deleted. */
  readonly newPath: string | null
  /** False when a name is not valid UTF-8; the path then has replacement characters. */
  readonly decodable: boolean
  /** Blob ids and modes; null on the side that does not exist. */
  readonly oldBlob: string | null
  readonly newBlob: string | null
  readonly oldMode: string | null
  readonly newMode: string | null
  /** Rename or copy similarity in percent, else null. */
  readonly similarity: number | null
  readonly binary: boolean
  /** Empty for binary files, pure renames, mode changes. */
  readonly hunks: readonly Hunk[]
}

export interface CommitDiff {
  readonly commit: string
  readonly parent: string | null
  readonly files: readonly FileChange[]
}

export interface TreeEntry {
  readonly path: string
  readonly mode: string
  readonly type: 'blob' | 'commit'
  readonly oid: string
  /** Bytes; null for submodules. */
  readonly size: number | null
  /** False when the name is not valid UTF-8; `path` then has replacement characters. */
  readonly decodable: boolean
}

export interface GitRepository {
  /** Absolute path of the git directory. */
  readonly gitDir: string
  /** `owner/name` where the source or its `origin` remote tells, else null. */
  readonly slug: string | null
  /** Web address of the repository for permalinks (`https://github.com/owner/name`), or null. */
  readonly webUrl: string | null
  /** Whether an `origin` remote says where the repository comes from, on GitHub or elsewhere. */
  readonly hasOrigin: boolean
  readonly shallow: boolean
  /** Full sha of a revision. Throws UserError naming the revision when git does not know it. */
  resolveRevision(revision: string): Promise<string>
  /** Commit of the default branch (HEAD; detached is fine), or null in a repository without commits. */
  head(): Promise<{ readonly sha: string; readonly branch: string | null } | null>
  /** `refs/pull/<n>/head` that the repository happens to have. */
  pullRequestHeads(): Promise<readonly { readonly number: number; readonly sha: string }[]>
  /** Every entry of the tree, in path order. */
  listTree(commit: string): Promise<readonly TreeEntry[]>
  /** All commits reachable from `tip` and not from `exclude`, children before parents. */
  commits(tip: string, exclude?: readonly string[]): AsyncIterable<CommitRecord>
  /** Git's own diff of each pair, no context, renames detected; results in the order asked. */
  diffs(pairs: readonly { readonly commit: string; readonly parent: string | null }[]): AsyncIterable<CommitDiff>
  /** Contents by blob id, in the order asked; null for an id that git does not have. */
  blobs(oids: readonly string[]): AsyncIterable<{ readonly oid: string; readonly content: Buffer | null }>
}
