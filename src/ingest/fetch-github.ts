import { existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { type FetchReport, fetchRecords } from '../github/fetch-records.ts'
import { copyRecords } from '../github/record-store.ts'
import type { Logger } from '../logger.ts'
import { withFileLock } from './file-lock.ts'
import type { IngestProgress } from './report.ts'

/** A GitHub, and who we are there. */
export interface GitHubAccess {
  /** Of its API. */
  readonly apiUrl: string
  /** Null: only what is public, and git alone. */
  readonly token: string | null
}

export const GITHUB_COM: GitHubAccess = { apiUrl: 'https://api.github.com', token: null }

export interface FetchGitHubOptions {
  /** `owner/name`. */
  readonly slug: string
  readonly dataDir: string
  readonly apiUrl: string
  readonly token: string
  readonly logger?: Logger | undefined
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  /** GitHub wants to be left alone for so long. */
  readonly onPause?: ((pause: { readonly seconds: number; readonly reason: string }) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where a repository's records are kept; workspaces share them. */
export const recordsPath = (dataDir: string, slug: string) => join(dataDir, 'github', `${slug.toLowerCase()}.jsonl`)

/** The same, null before there are any. */
export function storedRecords(dataDir: string, slug: string): string | null {
  const path = recordsPath(dataDir, slug)
  return existsSync(path) ? path : null
}

/** Brings the stored records of a repository up to date. Throws as `fetchRecords` does. */
export function fetchGitHub(options: FetchGitHubOptions): Promise<FetchReport> {
  const { slug, dataDir, onProgress, onPause, signal, ...access } = options
  const path = recordsPath(dataDir, slug)
  return withFileLock(`${path}.lock`, { signal }, () =>
    fetchRecords({
      ...access,
      repository: slug,
      path,
      signal,
      onWait: onPause,
      onProgress: (progress) => onProgress?.({ stage: 'records', ...progress }),
    }),
  )
}

/** Writes the stored records as a file of their own. */
export async function copyGitHub(dataDir: string, slug: string, into: FileHandle): Promise<void> {
  const path = recordsPath(dataDir, slug)
  await withFileLock(`${path}.lock`, {}, () => copyRecords(path, into))
}
