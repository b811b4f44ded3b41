/** Two writers for one set of findings: the model where one is configured and can answer, else the rules. */
import { issueKey, pullRequestKey } from '../graph/entities.ts'
import type { Answer, Evidence, Hop } from './answer.ts'
import { citeFindings } from './findings/cite-findings.ts'
import type { Findings } from './findings/findings.ts'
import { type Distil, type ModelUse, type ModelWriting, writeWithModel } from './model/write-with-model.ts'
import type { Note } from './tools/remember.ts'
import { writeAnswer } from './wording/write-answer.ts'

export interface Sentences {
  readonly mode: Answer['mode']
  readonly text: string
  readonly entries: readonly { readonly key: string; readonly evidence: Evidence }[]
  readonly path: readonly Hop[]
  /** The same, what the question is about before the rest: what a thread goes on from. */
  readonly used: Sentences['entries']
  /** Why the rules wrote although a model is configured. */
  readonly note: string | null
  /** Conclusions that the model wants to be remembered. */
  readonly notes: readonly Note[]
  /** Finds such conclusions afterwards; null where rules wrote, which only say what the graph holds. */
  readonly distil: Distil | null
}

export async function writeSentences(use: ModelUse | null, writing: ModelWriting): Promise<Sentences> {
  const { findings, urls } = writing
  const written = use !== null && isForModel(findings) ? await writeWithModel(use, writing) : null
  if (written?.kind === 'written') {
    const main = mainKey(findings)
    const { entries } = written
    const used = [...entries.filter(({ key }) => key === main), ...entries.filter(({ key }) => key !== main)]
    return { mode: 'model', note: null, used, ...written }
  }
  const cited = citeFindings(findings, urls)
  const entries = cited.book.entries()
  return {
    mode: 'graph',
    text: writeAnswer(findings, cited),
    entries,
    used: entries,
    path: cited.path,
    note: written?.note ?? null,
    notes: [],
    distil: null,
  }
}

function mainKey({ found }: Findings): string | null {
  if (found.kind === 'code') return found.subject.ref
  if (found.kind === 'pull_request') return pullRequestKey(found.number)
  return found.kind === 'issue' ? issueKey(found.number) : null
}

/**
 * Asking back, refusing a name that does not exist and saying what is not indexed are no work for a model: it would rather
 * take a similar name. Words that fit nothing are, since it may find better ones.
 */
function isForModel({ found, repository }: Findings): boolean {
  if (repository === null || repository.commit === null) return false
  switch (found.kind) {
    case 'code':
    case 'repository':
    case 'no-match':
      return true
    case 'pull_request':
    case 'issue':
      return found.details !== null
    case 'commit':
      return found.changes.length > 0
    default:
      return false
  }
}
