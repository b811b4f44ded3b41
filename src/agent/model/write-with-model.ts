/** The other writer of sentences: a model that looks things up with the same tools and cites from the same kind of book. */
import { randomBytes } from 'node:crypto'
import type { ReplyStep } from '../../chat.ts'
import type { LanguageModel } from '../../language-model.ts'
import type { Logger } from '../../logger.ts'
import type { FactStatus } from '../../memory/fact.ts'
import type { RememberedEpisode } from '../../memory/load-session.ts'
import type { Urls } from '../../urls.ts'
import { type Citing, createCiting } from '../findings/citing.ts'
import type { Findings } from '../findings/findings.ts'
import { createGrounder, type Grounder } from '../grounding/create-grounder.ts'
import { createGroundStream, groundText } from '../grounding/ground-stream.ts'
import { createKnownReferences } from '../grounding/known-references.ts'
import type { AnswerLanguage } from '../question/read-question.ts'
import type { Tools } from '../tools/create-tools.ts'
import type { Note, NoteDesk } from '../tools/remember.ts'
import { chinese } from '../wording/chinese.ts'
import { english } from '../wording/english.ts'
import { createLabels } from '../wording/labels.ts'
import { writeFacts } from '../wording/write-facts.ts'
import { loadTokenCounter } from './count-tokens.ts'
import { distilNotes } from './distil-notes.ts'
import { createModelTools } from './model-tools.ts'
import { nodeKey } from './node-key.ts'
import { writePrompt } from './prompt.ts'
import { type LoopOptions, runLoop } from './run-loop.ts'
import { type SelectedEvidence, selectEvidence } from './select-evidence.ts'
import { tellFindings } from './tell-findings.ts'
import { createTelling } from './telling.ts'
import { wordFailure } from './word-failure.ts'
import { wordStep } from './word-step.ts'

/** A model and how much of it a question may use. */
export interface ModelUse {
  readonly model: LanguageModel
  /** Of all turns of one question together. */
  readonly questionTokens: number
  /** Longest wait for its limits. */
  readonly patienceMs: number
  readonly logger: Logger
}

export interface ModelWriting {
  readonly findings: Findings
  readonly tools: Tools
  readonly urls: Urls
  readonly repository: string
  /** Newest first. */
  readonly thread: readonly RememberedEpisode[]
  readonly signal?: AbortSignal | undefined
  /** All of the text so far, grounded. */
  readonly onText?: ((text: string) => void) | undefined
  /** All steps so far, whenever one begins or ends. */
  readonly onSteps?: ((steps: readonly ReplyStep[]) => void) | undefined
}

/** Conclusions that the model did not note by itself; for when nobody waits any more. Never throws. */
export type Distil = () => Promise<readonly Note[]>

export type ModelText =
  | ({
      readonly kind: 'written'
      readonly text: string
      readonly notes: readonly Note[]
      readonly distil: Distil
    } & SelectedEvidence)
  /** One line that says why; null when the model had nothing to say either. */
  | { readonly kind: 'failed'; readonly note: string | null }

const MOST_EARLIER = 3
const PHRASES = { en: english, zh: chinese }
/** Whoever wrote the text, these are shown with their mark and the change that did it. */
const OUTDATED: readonly FactStatus[] = ['stale', 'weakened', 'gone']

/** Never throws: whatever goes wrong, the graph-only answer is there. */
export async function writeWithModel(use: ModelUse, writing: ModelWriting): Promise<ModelText> {
  const { findings, tools, repository } = writing
  const { language, text: question } = findings.question
  const started = performance.now()
  const citing = createCiting(writing.urls)
  const telling = createTelling(citing)
  const known = createKnownReferences({ entries: citing.book.entries, lines: telling.lines, repository })
  const newGrounder = () => createGrounder(known, language)
  const stream = createGroundStream(newGrounder, writing.onText ?? (() => {}))
  try {
    const nonce = randomBytes(4).toString('hex')
    const thread = writing.thread.slice(0, MOST_EARLIER).toReversed()
    const subjects = tellFindings(telling, findings)
    const near = findings.found.kind === 'no-match' ? findings.found.near : []
    const prompt = writePrompt({ repository, question, language, nonce, thread, near, subjects })
    const noteDesk = createNoteDesk(citing, newGrounder)
    const result = await runLoop({
      ...use,
      counter: await loadTokenCounter(),
      desk: {
        tools: createModelTools(tools, noteDesk, telling),
        repository,
        keyOf: (named) => nodeKey(tools, telling, named),
      },
      prompt,
      nonce,
      budgetTokens: use.questionTokens,
      signal: writing.signal,
      onText: stream.push,
      onCall: writing.onSteps && createStepList(language, writing.onSteps),
      onRestart: stream.restart,
      stands: (prose) => {
        const grounder = newGrounder()
        groundText(grounder, prose)
        return grounder.cited().length > 0 && grounder.removed().length === 0
      },
    })
    const grounder = newGrounder()
    const text = groundText(grounder, result.text)
    const removed = countEach(grounder.removed().map(({ kind }) => kind))
    const { turns, tokens, calls } = result
    const ms = Math.round(performance.now() - started)
    use.logger.info({ model: use.model.name, turns, tokens, calls, removed, ms }, 'the model wrote an answer')
    if (grounder.cited().length === 0)
      return { kind: 'failed', note: subjects.length === 0 ? null : wordFailure('uncited', language) }
    const outdated = telling.facts().filter(({ standing, status }) => standing === 'held' && OUTDATED.includes(status))
    const remembered = writeFacts(outdated, createLabels({ refOf: grounder.numberOf }), PHRASES[language])
    const selected = selectEvidence(citing, grounder.cited(), telling.subjects())
    return {
      kind: 'written',
      text: [text, remembered].filter(Boolean).join('\n\n'),
      notes: [...noteDesk.notes()],
      distil: () =>
        distilNotes(
          use,
          { repository, question, text, language, entries: selected.entries, desk: noteDesk, nonce },
          writing.signal,
        ).catch((error) => {
          use.logger.warn({ err: error, model: use.model.name }, 'nothing was distilled from an answer')
          return []
        }),
      ...selected,
    }
  } catch (error) {
    stream.restart()
    use.logger.warn({ err: error, model: use.model.name }, 'the model wrote no answer')
    return { kind: 'failed', note: wordFailure(error, language) }
  }
}

/** Calls by their id, as the steps that people see. */
function createStepList(language: AnswerLanguage, show: (steps: readonly ReplyStep[]) => void): LoopOptions['onCall'] {
  const steps = new Map<string, ReplyStep>()
  return (call, state) => {
    const label = wordStep(call.name, call.arguments, language)
    if (label === null) return
    steps.set(call.id, { label, state })
    show([...steps.values()])
  }
}

function createNoteDesk({ book }: Citing, newGrounder: () => Grounder): NoteDesk {
  const notes: Note[] = []
  return {
    isEvidence: (ref) => book.refOf(ref) !== null,
    unsupported: (text) => {
      const grounder = newGrounder()
      groundText(grounder, text)
      return grounder.removed().map((removed) => removed.text)
    },
    notes: () => notes,
    add: (note) => void notes.push(note),
  }
}

function countEach(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
