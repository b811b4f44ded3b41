import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { readState } from '../../../src/review/comment/comment-state.ts'
import { LONGEST_COMMENT, renderComment } from '../../../src/review/comment/render-comment.ts'
import type { CallEdge, ReviewDocument } from '../../../src/review/review-document.ts'
import { finding, HEAD, pullEvidence, reviewDocumentOf } from '../../fixtures/review-document.ts'

/** Tags that the comment itself writes, or that its own Markdown becomes. */
const HARMLESS = '!-- p h3 ul ol li strong em del a code pre br sub details summary input'.split(' ')

/** What stands open: without what is folded, and without what is hidden. */
const visible = (comment: string) =>
  comment
    .replace(/<details>[\s\S]*?<\/details>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

const callEdge = (name: string, more: Partial<CallEdge> = {}): CallEdge => ({
  from: { kind: 'function', ref: `function:b.py::${name}`, title: name, number: null, url: null },
  to: 'function:a.py::pay',
  to_name: 'pay',
  depth: 1,
  confidence: 1,
  test: false,
  ...more,
})

const full = (): ReviewDocument =>
  reviewDocumentOf({
    findings: ['f1', 'f2', 'f3', 'f4', 'f5'].map((id) => finding(id)),
    callers: [callEdge('checkout'), callEdge('retry', { confidence: 0.4 }), callEdge('test_pay', { test: true })],
    caller_counts: { direct: 2, transitive: 2, tests: 1, unsure: 1 },
    history: [
      {
        change: pullEvidence(7, 'Refuse to pay twice'),
        at: '2024-05-01T00:00:00Z',
        how: 'lines',
        lines: 2,
        functions: ['pay'],
        fixes: [{ kind: 'issue', ref: 'issue:6', title: 'Paid twice', number: 6, url: null }],
      },
    ],
    reviewers: [
      {
        person: { kind: 'person', ref: 'person:lin', title: 'lin', number: null, url: 'https://github.com/lin' },
        login: 'lin',
        reasons: ['wrote 4 of the 9 changes of this function'],
        learner: false,
        evidence: [pullEvidence(7)],
      },
    ],
    facts: [{ id: 'x', text: 'Nobody pays twice', about: ['pay'], why: 'code-changed', url: null }],
    missing: ['Reviews are not indexed.'],
  })

describe('the comment', () => {
  it('says how much was mapped, and raises three findings openly, the others folded', () => {
    const comment = renderComment(full())
    const open = visible(comment)
    expect(open[0]).toBe('### RepoBrain: 5 findings in 1 changed function')
    expect(open[1]).toContain('mapped 2 of 3 hunks')
    expect(open.filter((line) => /^\d\. /.test(line))).toHaveLength(3)
    expect(comment).toContain('<summary>2 more findings</summary>')
    expect(open.length).toBeLessThan(60)
  })

  it('links to its evidence without a trace in its timeline', () => {
    const comment = renderComment(full())
    expect(comment).toContain('[#7](https://redirect.github.com/test/app/pull/7)')
    expect(comment).not.toMatch(/\(https:\/\/github\.com\/[^)]*\/pull\//)
  })

  it('names reviewers with what says so, and pings nobody', () => {
    const comment = renderComment(full())
    expect(comment).toContain('- [lin](https://github.com/lin): wrote 4 of the 9 changes of this function ([#7](')
    expect(comment).not.toMatch(/@\w/)
  })

  it('marks facts at risk in amber', () => {
    expect(renderComment(full())).toContain(
      '🟠 Facts that this makes stale**\n- Nobody pays twice (code changed: `pay`)',
    )
  })

  it('draws callers outside of tests, guesses dotted', () => {
    const chart = /```mermaid\n([\s\S]*?)\n```/.exec(renderComment(full()))?.[1]
    expect(chart?.split('\n')).toEqual([
      'flowchart LR',
      '  n0["pay"]:::changed',
      '  n1["checkout"]',
      '  n1 --> n0',
      '  n2["retry"]',
      '  n2 -.-> n0',
      '  classDef changed stroke-width:3px',
      '  classDef more stroke-dasharray:3',
    ])
  })

  it('says so when there is nothing to review', () => {
    const comment = renderComment(reviewDocumentOf({ nothing: 'No file changed.', functions: [] }))
    expect(visible(comment)).toEqual(['### RepoBrain: nothing to review', 'No file changed.'])
  })

  it('fits into a comment of GitHub whatever is found, and stays readable', () => {
    const long = '@x <b> # `'.repeat(500)
    const many = reviewDocumentOf({
      findings: Array.from({ length: 300 }, (_, at) =>
        finding(`f${at}`, { title: long, text: long, evidence: Array(50).fill(pullEvidence(at, long)) }),
      ),
      functions: Array(500).fill({ ...reviewDocumentOf().functions[0], qualified_name: long, path: long }),
      callers: Array.from({ length: 500 }, (_, at) => callEdge(`${long}${at}`)),
      history: Array(200).fill({ ...full().history[0], change: pullEvidence(7, long) }),
      missing: Array(200).fill(long),
      reviewers: Array(9).fill(full().reviewers[0]),
    })
    const comment = renderComment(many)
    expect(comment.length).toBeLessThanOrEqual(LONGEST_COMMENT)
    expect(visible(comment).length).toBeLessThan(60)
    expect(comment).toContain('left out')
    expect(readState(comment)?.head).toBe(HEAD)
  })
})

describe('text of others', () => {
  const hostile = [
    '@everyone and @org/team',
    'a@b.example',
    '<img src=x onerror=alert(1)>',
    '</details><script>',
    '[click](https://evil.example)',
    '![](https://evil.example/pixel.png)',
    'https://evil.example and www.evil.example',
    'fixes #99, GH-99, other/repo#99',
    'token ghp_0123456789abcdefghijABCDEFGHIJ012345',
    '<!-- repobrain:state {} -->\n<!-- repobrain:dismiss f1 -->',
    '- [x] ticked <!-- repobrain:dismiss f1 -->',
    '```\n# heading',
    '"];click n0 "javascript:alert(1)" --> n1["',
    'turned \u202eround\u0000',
  ]
  const told = (text: string) =>
    renderComment(
      reviewDocumentOf({
        findings: [finding('f1', { title: text, text, evidence: [pullEvidence(7, text)] })],
        functions: [
          { ...(full().functions[0] as ReviewDocument['functions'][number]), qualified_name: text, path: text },
        ],
        callers: [callEdge(text)],
        history: [{ ...(full().history[0] as ReviewDocument['history'][number]), change: pullEvidence(7, text) }],
        facts: [{ id: 'x', text, about: [text], why: 'code-removed', url: text }],
        missing: [text],
        mapping: { files: 1, hunks: 1, mapped: 0, unmapped: [{ path: text, reason: text }] },
        reviewers: [{ ...(full().reviewers[0] as ReviewDocument['reviewers'][number]), reasons: [text] }],
      }),
    )

  it.each(hostile)('%j makes no HTML, link, ping, reference or picture', (text) => {
    const comment = told(text)
    const html = micromark(comment, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    const shown = html.replace(/<code[^>]*>[\s\S]*?<\/code>/g, '')
    const tags = new Set(Array.from(shown.matchAll(/<([a-z0-9]+|!--)/gi), ([, tag]) => tag))
    expect([...tags].filter((tag) => !HARMLESS.includes(tag ?? ''))).toEqual([])
    const targets = Array.from(shown.matchAll(/(?:href|src)="([^"]*)"/g), ([, target]) => target)
    expect(
      targets.filter((target) => !/^https:\/\/(redirect\.)?github\.com\/(test\/app|lin)/.test(target ?? '')),
    ).toEqual([])
    const unlinked = shown.replace(/<a [^>]*>.*?<\/a>/g, '').replace(/<!-- repobrain:state .* -->/, '')
    expect(unlinked).not.toMatch(/@[\w-]|#\d|GH-\d|:\/\/|www\./)
    expect(comment).not.toContain('ghp_')
    for (const hidden of ['\u202e', '\u0000']) expect(comment).not.toContain(hidden)
    expect(shown.match(/<details>/g)?.length).toBe(shown.match(/<\/details>/g)?.length)
    expect(readState(comment)?.findings.map(({ id, status }) => [id, status])).toEqual([['f1', 'open']])
  })

  it('stays inside the labels of the picture', () => {
    const chart = /```mermaid\n([\s\S]*?)\n```/.exec(told('"];click n0 "x" --> n1["'))?.[1] ?? ''
    for (const line of chart.split('\n').filter((each) => each.includes('['))) {
      expect(line).toMatch(/^ {2}n\d+\["[^"[\]<>`]*"\](:::\w+)?$/)
    }
  })
})

describe('from push to push', () => {
  const first = reviewDocumentOf({ findings: [finding('f1'), finding('f2', { title: 'Two' })] })
  const later = 'c'.repeat(40)
  const next = (comment: string, findings: ReviewDocument['findings'], head = later) =>
    renderComment(reviewDocumentOf({ findings, subject: { head } }), readState(comment))

  it('a finding that is solved is struck through, with the head that solved it', () => {
    const comment = next(renderComment(first), [finding('f1')])
    expect(comment).toContain('- ~~Two (a.py:10)~~ – solved in `ccccccc`')
    expect(comment).toContain('1 finding in')
  })

  it('one that comes back is raised again', () => {
    const solved = next(renderComment(first), [finding('f1')])
    const comment = next(solved, [finding('f1'), finding('f2', { title: 'Two' })])
    expect(comment).toContain('2 findings in')
    expect(comment).not.toContain('~~')
  })

  it('a ticked box dismisses a finding for good, until it is unticked', () => {
    const ticked = renderComment(first).replace(/- \[ \] (.*dismiss f2)/, '- [x] $1')
    const second = next(ticked, first.findings)
    expect(second).toContain('1 finding in')
    expect(second).toContain('(1 dismissed)')
    const third = next(next(second, []), first.findings)
    expect(third).toContain('1 finding in')
    const unticked = third.replace(/- \[x\] (.*dismiss f2)/, '- [ ] $1')
    expect(next(unticked, first.findings)).toContain('2 findings in')
  })

  it('a body that somebody broke tells nothing, and is no reason to fail', () => {
    for (const body of ['', '<!-- repobrain:state {"version":2} -->', '<!-- repobrain:state {not json} -->']) {
      expect(readState(body)).toBeNull()
    }
  })

  it('reads a comment that came back with Windows line ends', () => {
    expect(readState(renderComment(first).replaceAll('\n', '\r\n'))?.findings).toHaveLength(2)
  })
})
