/** What stands in the place of a reference that nothing supports. */
import type { AnswerLanguage } from '../question/read-question.ts'

export interface GroundingWords {
  readonly pullRequest: string
  readonly issue: string
  readonly reference: string
  readonly person: string
  readonly commit: string
  readonly file: string
  readonly address: string
  readonly link: string
  readonly unsupported: string
}

export const GROUNDING_WORDS: Readonly<Record<AnswerLanguage, GroundingWords>> = {
  en: {
    pullRequest: 'an unverified pull request',
    issue: 'an unverified issue',
    reference: 'an unverified reference',
    person: 'somebody unverified',
    commit: 'an unverified commit',
    file: 'an unverified file',
    address: 'an unverified address',
    link: 'an unverified link',
    unsupported: '*(unsupported)*',
  },
  zh: {
    pullRequest: '未经证实的合并请求',
    issue: '未经证实的问题',
    reference: '未经证实的引用',
    person: '未经证实的人',
    commit: '未经证实的提交',
    file: '未经证实的文件',
    address: '未经证实的地址',
    link: '未经证实的链接',
    unsupported: '*（没有依据）*',
  },
}
