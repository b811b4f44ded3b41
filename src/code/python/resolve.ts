import type { FileFacts, Resolution } from '../facts.ts'

/** Joins the facts of all Python files of a repository; pure. */
export function resolvePython(_files: ReadonlyMap<string, FileFacts>): Resolution {
  return { calls: [], imports: [], bases: [], externalCalls: 0, unresolvedCalls: 0, failures: [] }
}
