/** Findings in a model's words: it may say them better, and say nothing that was not found. */
import { z } from 'zod'
import { UpstreamError } from '../../errors.ts'
import type { LanguageModel } from '../../language-model.ts'
import type { Logger } from '../../logger.ts'
import type { Finding } from '../review-document.ts'
import type { Rewording } from './reviewer.ts'

export interface RewordingOptions {
  readonly model: LanguageModel
  readonly patienceMs: number
  readonly logger?: Logger | undefined
  readonly signal?: AbortSignal | undefined
}

/** Findings beyond these keep their own words: nobody unfolds them first. */
const MOST_FINDINGS = 6
const MOST_TOKENS = 1_200
const LONGEST_TEXT = 600
/** Of English with code in it; rather too many than too few. */
const CHARACTERS_PER_TOKEN = 3

const reply = z.object({ findings: z.array(z.object({ id: z.string(), text: z.string() })) })

const INSTRUCTIONS = `You word findings of a code review for the pull request's author. For each finding write one or two plain, friendly
sentences: what happens, and why it matters. Use only what the finding says. Keep numbers such as #12 and code in back-ticks exactly
as they are given. No greeting, no links, no other numbers, no advice that does not follow from the finding.`

/** A rewording that falls back to null, so to the plain sentences, whenever the model fails. */
export function createRewording({ model, patienceMs, logger, signal }: RewordingOptions): Rewording {
  return async (findings) => {
    const some = findings.slice(0, MOST_FINDINGS).map(({ id, title, text }) => ({ id, title, text }))
    const messages = [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: JSON.stringify({ findings: some }) },
    ] as const
    const length = messages.reduce((sum, { content }) => sum + content.length, 0)
    try {
      const { text } = await model.generate({
        messages,
        schema: { name: 'findings', schema: z.toJSONSchema(reply) },
        promptTokens: Math.ceil(length / CHARACTERS_PER_TOKEN),
        maxTokens: MOST_TOKENS,
        priority: 'job',
        patienceMs,
        signal,
      })
      const written = new Map(reply.parse(JSON.parse(text)).findings.map((each) => [each.id, each.text.trim()]))
      const reworded = findings.map((finding) => {
        const words = written.get(finding.id)
        return words !== undefined && isGrounded(words, finding) ? { ...finding, text: words } : finding
      })
      return reworded.some((finding, index) => finding !== findings[index]) ? reworded : null
    } catch (error) {
      signal?.throwIfAborted()
      const isModelFault = error instanceof UpstreamError || error instanceof SyntaxError || error instanceof z.ZodError
      if (!isModelFault) throw error
      logger?.warn({ err: error }, 'the model did not word the findings')
      return null
    }
  }
}

const REFERENCE = /#\d+|@[\w-]+|https?:|`[^`]+`|\b[0-9a-f]{7,40}\b|[\w-]+\/[\w./-]+/g

/** Every number, name, path and piece of code is in the finding's own words already. */
function isGrounded(text: string, finding: Finding): boolean {
  if (text === '' || text.length > LONGEST_TEXT || /[\n<>[\]]/.test(text)) return false
  const said = `${finding.title} ${finding.text} ${finding.path ?? ''}`
  return (text.match(REFERENCE) ?? []).every((reference) => said.includes(reference.replaceAll('`', '')))
}
