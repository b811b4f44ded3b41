import { randomBytes } from 'node:crypto'
import { NotFoundError, UserError } from '../errors.ts'
import { storedKey } from '../graph/entities.ts'
import type { AnchorLabel } from '../graph/queries/anchor-baselines.ts'
import { saveFact as saveFactQuery } from '../graph/queries/save-fact.ts'
import type { Graph } from '../graph/types.ts'
import { readBaselines } from './baseline.ts'
import { readClaim } from './claim.ts'
import type { Fact } from './fact.ts'
import { loadFacts } from './load-facts.ts'

export interface NewFact {
  readonly text: string
  /** Readable keys of what it is about. */
  readonly about: readonly string[]
  /** As `Scope.own` says. */
  readonly scope: string
  readonly author: string | null
  readonly source: 'person' | 'model' | 'consolidation'
  /** Id of the episode that it was learnt in, which is stored already. */
  readonly episode: string
  readonly at: Date
}

export interface SavedFact {
  readonly fact: Fact
  /** False when it joined a fact that said the same. */
  readonly isNew: boolean
  /** Texts of the facts that it takes the place of. */
  readonly superseded: readonly string[]
}

const LONGEST_FACT = 600
// biome-ignore lint/suspicious/noControlCharactersInRegex: the database cannot hold them
const UNUSABLE = /[\u0000-\u001f\u007f]|\p{Surrogate}/gu

/**
 * Remembers a claim with what the code under it looks like now. Throws UserError for a text that is empty or too long to be
 * one conclusion, NotFoundError when nothing of what it is about is in the graph.
 */
export async function saveFact(graph: Graph, { about, at, ...fact }: NewFact): Promise<SavedFact> {
  const text = fact.text.replace(UNUSABLE, ' ').replace(/\s+/g, ' ').trim()
  if (text === '') throw new UserError('There is nothing to remember.', 'Say what: one sentence.', { exitCode: 2 })
  if (text.length > LONGEST_FACT) {
    throw new UserError(
      `A fact is one conclusion; this has ${text.length} characters.`,
      `Say it in fewer than ${LONGEST_FACT}.`,
      { exitCode: 2 },
    )
  }
  const baselines = await readBaselines(graph, [...new Set(about)])
  const claim = readClaim(
    text,
    baselines.map(({ name }) => name),
  )
  const id = randomBytes(5).toString('hex')
  const said = { text, author: fact.author, source: fact.source }
  const labelled = (label: AnchorLabel) =>
    baselines.filter((each) => each.label === label).map(({ ref, props }) => ({ key: storedKey(ref), props }))
  const [row] = await graph.run(saveFactQuery, {
    fact: {
      ...said,
      key: storedKey(`fact:${id}`),
      ref: `fact:${id}`,
      id,
      topic: claim.topic,
      claim_values: claim.values,
      claim_negated: claim.negated,
      scope: fact.scope,
      created_at: at.toISOString(),
    },
    episode: storedKey(`episode:${fact.episode}`),
    learned: { ...said, at: at.toISOString() },
    anchors: {
      Function: labelled('Function'),
      Class: labelled('Class'),
      File: labelled('File'),
      PullRequest: labelled('PullRequest'),
      Issue: labelled('Issue'),
      Commit: labelled('Commit'),
    },
  })
  const [saved] = row === undefined ? [] : await loadFacts(graph, [storedKey(`fact:${row.id}`)])
  if (row === undefined || saved === undefined) {
    throw new NotFoundError(
      `Nothing that this is about is in the graph${about.length > 0 ? `: ${about.join(', ')}` : ''}.`,
      'Name a function, class, file, pull request or issue of the repository.',
    )
  }
  return { fact: saved, isNew: row.id === id, superseded: row.superseded }
}
