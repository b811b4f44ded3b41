/** The answer document as the reply that every platform renders. */

import type { Answer, Coverage, Evidence } from '../src/agent/answer.ts'
import type { Reply, ReplySource } from '../src/chat.ts'
import { languageOf } from './language-of.ts'

/** What an ingest says is missing; text that it does not know stays as it is. */
const CHINESE: Readonly<Record<string, string>> = {
  'reviews are not indexed (no GitHub records)': '未索引评审（没有 GitHub 记录）',
  'history is not indexed': '未索引历史',
}

export function answerToReply(answer: Answer): Reply {
  const language = languageOf(answer.text)
  return {
    text: answer.text,
    language,
    path: distinct(answer.path),
    sources: answer.evidence.map(toSource),
    note: [answer.note, noteOf(answer.repository, answer.coverage, language)].filter(Boolean).join(' ') || null,
  }
}

/** What leads to several pieces of evidence is walked several times, and shown once. */
function distinct(path: Answer['path']): Answer['path'] {
  const seen = new Set<string>()
  return path.filter(({ from, edge, direction, to }) => {
    const hop = JSON.stringify([from.key, edge, direction, to.key])
    return !seen.has(hop) && seen.add(hop)
  })
}

const toSource = (evidence: Evidence): ReplySource => ({
  ref: evidence.ref,
  label: labelOf(evidence),
  url: evidence.url,
})

function labelOf(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'pull_request':
      return `PR #${evidence.number}${titled(evidence.title)}${dated('merged', evidence.merged_at)}`
    case 'commit':
      return `${evidence.sha.slice(0, 7)}${titled(evidence.title)}${dated('', evidence.authored_at)}`
    case 'issue':
      return `#${evidence.number}${titled(evidence.title)}`
    case 'person':
      return [evidence.name, evidence.login === null ? null : `@${evidence.login}`].filter(Boolean).join(' ')
    case 'comment':
      return `Review of PR #${evidence.number}${evidence.file === null ? '' : ` · ${evidence.file}`}`
    case 'fact':
      return `${evidence.text} (${evidence.status})`
    default: {
      const lines =
        evidence.start_line === null ? '' : `:${evidence.start_line}–${evidence.end_line ?? evidence.start_line}`
      const place = `${evidence.path}${lines}`
      return evidence.qualified_name === null ? place : `${evidence.qualified_name} · ${place}`
    }
  }
}

const titled = (title: string | null) => (title ? `: ${title}` : '')

function dated(verb: string, at: string | null): string {
  return at === null ? '' : ` (${[verb, at.slice(0, 10)].filter(Boolean).join(' ')})`
}

function noteOf(repository: string, coverage: Coverage, language: Reply['language']): string | null {
  const { commit, behind, missing } = coverage
  if (commit === null) return null
  const short = commit.slice(0, 7)
  if (language === 'zh') {
    const distance = behind ? `，落后 ${behind} 个提交` : ''
    return `${[`${repository} 索引到 ${short}${distance}`, ...missing.map((text) => CHINESE[text] ?? text)].join(' · ')}。`
  }
  const distance = behind ? `, ${behind} ${behind === 1 ? 'commit' : 'commits'} behind` : ''
  return `${[`${repository} at ${short}${distance}`, ...missing].join(' · ')}.`
}
