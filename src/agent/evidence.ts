/** Rows of the graph as numbered evidence. Both writers of sentences, rules and model, cite from one book. */
import type { z } from 'zod'
import type { RecordedText } from '../graph/queries/recorded-texts.ts'
import type { CodeRow, changeRow, PersonRow } from '../graph/queries/rows.ts'
import type { Fact } from '../memory/fact.ts'
import type { Urls } from '../urls.ts'
import type { CodeRef, Evidence, EvidenceRole } from './answer.ts'

export type ChangeRow = z.infer<typeof changeRow>

type Unnumbered<E> = E extends Evidence ? Omit<E, 'ref'> : never
export interface EvidenceDraft {
  /** Readable key of the node; each node is cited once. */
  readonly key: string
  readonly evidence: Unnumbered<Evidence>
}

export interface EvidenceBook {
  /** Number of the node in the text; the first role it was cited in stays. */
  cite(draft: EvidenceDraft): number
  /** Number of a node that was cited already, else null. */
  refOf(key: string): number | null
  entries(): readonly { readonly key: string; readonly evidence: Evidence }[]
}

export function createEvidenceBook(): EvidenceBook {
  const cited = new Map<string, Evidence>()
  return {
    cite: ({ key, evidence }) => {
      const known = cited.get(key)
      if (known) return known.ref
      const ref = cited.size + 1
      cited.set(key, { ref, ...evidence })
      return ref
    },
    refOf: (key) => cited.get(key)?.ref ?? null,
    entries: () => [...cited].map(([key, evidence]) => ({ key, evidence })),
  }
}

export function createDrafts(urls: Urls) {
  return {
    code: (
      row: CodeRow,
      role: EvidenceRole,
      call: { depth?: number; how?: string; confidence?: number } = {},
    ): EvidenceDraft => ({ key: row.ref, evidence: { role, ...codeRef(row, urls), ...call } }),

    change: (
      row: Pick<ChangeRow, 'ref' | 'kind' | 'number' | 'sha' | 'title' | 'at'>,
      role: EvidenceRole,
    ): EvidenceDraft => {
      const { ref: key, kind, number, sha, title, at } = row
      if (kind === 'pull_request' && number !== null) {
        const url = urls.pullRequest(number)
        return { key, evidence: { role, kind, number, title: titleOf(title), merged_at: at, url } }
      }
      const id = sha ?? key.slice('commit:'.length)
      return { key, evidence: { role, kind: 'commit', sha: id, title, authored_at: at ?? '', url: urls.commit(id) } }
    },

    issue: (issue: { readonly number: number; readonly title: string | null }, role: EvidenceRole): EvidenceDraft => ({
      key: `issue:${issue.number}`,
      evidence: { role, kind: 'issue', number: issue.number, title: issue.title, url: urls.issue(issue.number) },
    }),

    comment: (text: Pick<RecordedText, 'ref' | 'number' | 'path' | 'url'>): EvidenceDraft => ({
      key: text.ref,
      evidence: { role: 'mentioned', kind: 'comment', number: text.number, file: text.path, url: text.url },
    }),

    fact: (fact: Fact): EvidenceDraft => ({
      key: fact.ref,
      evidence: { role: 'lead', kind: 'fact', text: fact.text, status: shownStatus(fact), url: null },
    }),

    person: (person: PersonRow, role: EvidenceRole): EvidenceDraft => ({
      key: person.ref,
      evidence: { role, kind: 'person', name: person.name, login: person.login, url: urls.person(person.login) },
    }),
  }
}

/** How the fact stands with people, where it no longer does, goes before how it stands with the code. */
export const shownStatus = ({ standing, status }: Pick<Fact, 'standing' | 'status'>): string =>
  standing === 'held' ? status : standing

/** Null for a merge without a text of its own, which says nothing but the name of a branch. */
export const titleOf = (title: string) => (title === '' || /^Merge pull request /.test(title) ? null : title)

/** A definition or file as answers show it; what is gone has no page at the indexed commit. */
export function codeRef(row: CodeRow, urls: Urls): CodeRef {
  const { kind, path, qualified_name, start_line, end_line } = row
  return {
    kind,
    path,
    qualified_name,
    start_line,
    end_line,
    url: row.gone ? null : urls.code(path, start_line, end_line),
  }
}
