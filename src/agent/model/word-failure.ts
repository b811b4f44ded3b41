/** Why a model that is configured did not write an answer, in one line for people. */
import { ModelOutputError, RateLimitedError, RequestTooLargeError, UpstreamError } from '../../errors.ts'
import type { AnswerLanguage } from '../question/read-question.ts'

type Words = Readonly<
  Record<'unreachable' | 'refused' | 'tooLarge' | 'unusable' | 'uncited' | 'stopped', string> & {
    limited(wait: string): string
    seconds(count: number): string
    minutes(count: number): string
  }
>

const WORDS: Readonly<Record<AnswerLanguage, Words>> = {
  en: {
    limited: (wait) => `the language model's limit is reached, it can be asked again in ${wait}`,
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    unreachable: 'the language model cannot be reached',
    refused: 'the language model refuses to answer, the log says why',
    tooLarge: 'the question is too large for the language model',
    unusable: 'the language model wrote nothing that can be used',
    uncited: 'the language model named no evidence',
    stopped: 'the language model was stopped',
  },
  zh: {
    limited: (wait) => `语言模型已达到限额，${wait}后可再用`,
    seconds: (count) => `${count} 秒`,
    minutes: (count) => `${count} 分钟`,
    unreachable: '无法连接语言模型',
    refused: '语言模型拒绝回答，原因见日志',
    tooLarge: '问题对语言模型来说太大',
    unusable: '语言模型的输出不可用',
    uncited: '语言模型没有给出依据',
    stopped: '语言模型已停止',
  },
}

/** `uncited`: it wrote an answer that rests on nothing. */
export function wordFailure(error: unknown, language: AnswerLanguage): string {
  const words = WORDS[language]
  const why = whyOf(error, words)
  return language === 'zh' ? `仅根据图回答：${why}。` : `Answered from the graph alone: ${why}.`
}

function whyOf(error: unknown, words: Words): string {
  if (error === 'uncited') return words.uncited
  if (error instanceof RateLimitedError) {
    const seconds = Math.ceil(error.retryAfterMs / 1000)
    return words.limited(seconds < 120 ? words.seconds(seconds) : words.minutes(Math.ceil(seconds / 60)))
  }
  if (error instanceof RequestTooLargeError) return words.tooLarge
  if (error instanceof ModelOutputError) return words.unusable
  if (!(error instanceof UpstreamError)) return words.stopped
  return error.retryable ? words.unreachable : words.refused
}
