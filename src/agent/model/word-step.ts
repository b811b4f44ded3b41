import type { AnswerLanguage } from '../question/read-question.ts'

/** What a person reads while the model's tool is at work; tools that they need not hear of are not here. */
const STEPS: Readonly<Record<string, Readonly<Record<AnswerLanguage, string>>>> = {
  find: { en: 'Searching', zh: '搜索' },
  history: { en: 'Reading the history', zh: '查看历史' },
  callers: { en: 'Finding callers', zh: '查找调用者' },
  callees: { en: 'Finding what it calls', zh: '查找它的调用' },
  impact: { en: 'Following the callers', zh: '追踪影响范围' },
  experts: { en: 'Finding who knows it', zh: '查找熟悉的人' },
  pull_request: { en: 'Reading the pull request', zh: '查看拉取请求' },
  issue: { en: 'Reading the issue', zh: '查看 issue' },
  file: { en: 'Reading the file', zh: '查看文件' },
  path_between: { en: 'Walking the graph', zh: '查找路径' },
  recent: { en: 'Looking at recent changes', zh: '查看最近的改动' },
  recall: { en: 'Recalling facts', zh: '回忆已知结论' },
  source: { en: 'Reading the source', zh: '阅读源码' },
}

/** Arguments that say what it is about; the number of an earlier row would mean nothing to people. */
const TELLING = ['query', 'ref', 'from', 'to', 'number', 'path'] as const
const LONGEST_NAME = 60

/** `Reading the history of make_response`; null for a tool that is not shown. */
export function wordStep(name: string, argumentsText: string, language: AnswerLanguage): string | null {
  const step = STEPS[name]?.[language]
  if (step === undefined) return null
  const named = readNames(argumentsText).join(' → ').slice(0, LONGEST_NAME)
  return named === '' ? step : `${step}: ${named}`
}

function readNames(text: string): string[] {
  try {
    const values = JSON.parse(text) as Readonly<Record<string, unknown>> | null
    return TELLING.flatMap((field) => {
      const value = values?.[field]
      if (field === 'number' && typeof value === 'number') return [`#${value}`]
      return typeof value === 'string' && !/^\[?\d+\]?$/.test(value.trim()) ? [value.trim()] : []
    })
  } catch {
    return []
  }
}
