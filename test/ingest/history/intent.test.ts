import { describe, expect, it } from 'vitest'
import { changelogReferences, fragmentIssue, isChangelog } from '../../../src/ingest/history/changelog.ts'
import { coAuthors, revertedCommits, textReferences } from '../../../src/ingest/history/intent.ts'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { historyOf } from './history-of.ts'

describe('references in a text', () => {
  it.each([
    ['Fixes #12', [12], []],
    ['This closes: #12 and resolves ada/app#13.', [12, 13], []],
    ['fixed GH-12, FIXES gh-13', [12, 13], []],
    ['Closes https://github.com/ada/app/issues/12', [12], []],
    ['close #12, #13', [12], [13]],
    ['Fixes other/app#12 and https://github.com/other/app/issues/13', [], []],
    ['See #12, (#13) and ada/app#14', [], [12, 13, 14]],
    ['prefix #12 is not a suffix#13, nor &#14;', [], [12]],
    ['Unfixes nothing; hotfix #12', [], [12]],
    ['', [], []],
  ] as const)('%j closes %j and mentions %j', (text, closed, mentioned) => {
    const found = textReferences(text, 'ada/app')
    expect(found.filter(({ closing }) => closing).map(({ number }) => number)).toEqual(closed)
    expect(found.filter(({ closing }) => !closing).map(({ number }) => number)).toEqual(mentioned)
  })

  it('knows what a message reverts, and who wrote along', () => {
    expect(revertedCommits('Revert "x"\n\nThis reverts commit ABCDEF1234567.')).toEqual(['abcdef1234567'])
    expect(coAuthors('x\n\nCo-authored-by: Ada Lovelace <ada@engine.uk>\nCo-Authored-By:Grace <g@navy.mil>')).toEqual([
      { name: 'Ada Lovelace', email: 'ada@engine.uk' },
      { name: 'Grace', email: 'g@navy.mil' },
    ])
  })
})

describe('a changelog', () => {
  it.each([
    'CHANGES.rst',
    'CHANGELOG',
    'docs/changelog.md',
    'doc/en/CHANGES-2.x.rst',
    'HISTORY.md',
    'NEWS',
    'docs/whatsnew.rst',
  ])('%s is one', (path) => expect(isChangelog(path)).toBe(true))
  it.each([
    'src/changes.py',
    'src/history.ts',
    'docs/news/index.rst',
    'changelog/12.bugfix.rst',
    'CHANGES.rst.txt.bak',
  ])('%s is none', (path) => expect(isChangelog(path)).toBe(false))
  it.each([
    ['changelog/1234.bugfix.rst', 1234],
    ['changelog/1234.feature.1.rst', 1234],
    ['newsfragments/gh-77.misc', 77],
    ['docs/changelog.d/9.md', 9],
    ['changelog/README.rst', null],
    ['changelog/+orphan.misc.rst', null],
    ['src/1234.bugfix.rst', null],
  ] as const)('%s is the fragment of issue %s', (path, number) => expect(fragmentIssue(path)).toBe(number))

  it('names issues and pull requests in any markup', () => {
    const text =
      '- Fix. :issue:`12` :pr:`13`\n* More (#14, GH-15) [#16](https://github.com/a/b/pull/16) :ghissue:`17` {issue}`18` {pr}`19`'
    const issues = changelogReferences(text).filter(({ pull }) => !pull)
    const pulls = changelogReferences(text).filter(({ pull }) => pull)
    expect(issues.map(({ number }) => number)).toEqual([12, 14, 15, 16, 17, 18])
    expect(pulls.map(({ number }) => number)).toEqual([13, 16, 19])
  })

  it('names discussions, which are no issues', () => {
    const text = '* As said in [discussion #12](https://github.com/a/b/discussions/12), see discussion #13. #15'
    expect(changelogReferences(text).map(({ number }) => number)).toEqual([15])
  })
})

const source = (value: number) => `def f():\n    return ${value}\n`
it('a pull request fixes what its text, its commits and its changelog lines say; a pull request is no issue', async () => {
  const repo = buildRepository()
  repo.commit({ files: { 'app.py': source(0), 'CHANGES.rst': 'Version 1\n\n- Old. :issue:`1`\n' } })
  repo.commit({ message: 'Known (#7)', files: { 'app.py': source(1) } })
  repo.pullRequest({
    number: 20,
    title: 'Fix all',
    body: 'Fixes #10, closes #7.',
    style: 'merge',
    commits: [
      { message: 'First\n\nResolves #11', files: { 'app.py': source(2) } },
      {
        message: 'Changelog',
        files: {
          'CHANGES.rst': 'Version 1\n\n- Old. :issue:`1`\n- New. :issue:`12` :issue:`10` :pr:`20`\n',
          'changelog/13.bugfix.rst': 'x',
        },
      },
    ],
  })
  const history = await historyOf(await repo.write())
  expect(history.edges('FIXES').map(({ from, to, props }) => [from, to, props.how])).toEqual([
    ['pr:20', 'issue:10', 'keyword'],
    ['pr:20', 'issue:11', 'commit'],
    ['pr:20', 'issue:12', 'changelog'],
    ['pr:20', 'issue:13', 'changelog'],
  ])
  expect(history.edges('MENTIONS').map(({ from, to }) => [from, to])).toEqual([['pr:20', 'pr:7']])
  expect(history.part.nodes.filter(({ label }) => label === 'Issue').map(({ props }) => props.number)).toEqual([
    10, 11, 12, 13,
  ])
})

it('a release that collects the fragments, and a changelog that is rewritten, fix nothing', async () => {
  const repo = buildRepository()
  repo.commit({ files: { 'app.py': source(0), 'CHANGES.rst': 'Version 1\n\n- Old. :issue:`1`\n' } })
  repo.commit({ message: 'Fix (#20)', files: { 'app.py': source(1), 'changelog/10.bugfix.rst': 'Fixed.' } })
  repo.commit({
    message: 'Release 2 (#21)',
    files: {
      'CHANGES.rst': 'Version 2\n\n- Fixed. :issue:`10`\n\nVersion 1\n\n- Old. :issue:`1`\n',
      'changelog/10.bugfix.rst': null,
    },
  })
  repo.commit({
    message: 'To Markdown (#22)',
    files: { 'CHANGES.rst': null, 'CHANGES.md': '# 2\n\n* Fixed. #10\n\n# 1\n\n* Old. #1\n' },
  })
  const history = await historyOf(await repo.write())
  expect(history.edges('FIXES').map(({ from, to }) => [from, to])).toEqual([['pr:20', 'issue:10']])
})
