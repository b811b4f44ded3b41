import { appendFileSync, chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import { gitEnvironment } from '../../src/git/run-git.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'
import { collect } from './collect.ts'

const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

async function sample() {
  const builder = buildRepository()
  const body = Array.from({ length: 12 }, (_, index) => `line_${index} = ${index}`)
  const first = builder.commit({
    files: { 'ä b.py': `${body.join('\n')}\n`, '.gitattributes': '*.py -diff diff=lie\n' },
  })
  const second = builder.commit({ rename: { 'ä b.py': 'c.py' } })
  const third = builder.commit({ message: 'Third', files: { 'c.py': `${body.toReversed().join('\n')}\n` } })
  const directory = await builder.write({ bare: false })
  const pairs = [
    { commit: second.sha, parent: first.sha },
    { commit: third.sha, parent: second.sha },
  ]
  const read = async () => {
    const repository = await openRepository(directory)
    return {
      commits: await collect(repository.commits(third.sha)),
      diffs: await collect(repository.diffs(pairs)),
      tree: await repository.listTree(third.sha),
      head: await repository.head(),
    }
  }
  return { directory, read }
}

/** A program that leaves a trace when somebody runs it. */
function tripwire(): { command: string; trace: string } {
  const directory = temporaryDirectory()
  const command = join(directory, 'tripwire')
  const trace = join(directory, 'ran')
  writeFileSync(command, `#!/bin/sh\ntouch ${trace}\n`)
  chmodSync(command, 0o755)
  return { command, trace }
}

const nastySettings = (command: string) => `
[diff]
\talgorithm = patience
\trenames = copies
\tnoprefix = true
\tmnemonicPrefix = true
\texternal = ${command}
\tcontext = 9
\tinterHunkContext = 20
\torderFile = /nowhere
\tsubmodule = log
\tindentHeuristic = false
\trenameLimit = 1
[diff "lie"]
\ttextconv = ${command}
\tcommand = ${command}
[core]
\tquotePath = false
\tfsmonitor = ${command}
\tpager = ${command}
\thooksPath = ${command}
\tattributesFile = ${command}
[color]
\tui = always
[log]
\tshowSignature = true
\tdecorate = full
\tmailmap = true
\tdate = relative
[format]
\tpretty = oneline
[i18n]
\tlogOutputEncoding = UTF-16
`

describe('what surrounds git', () => {
  it("changes nothing: neither the repository's configuration nor its attributes", async () => {
    const { directory, read } = await sample()
    const expected = await read()
    expect(expected.diffs[0]?.files).toMatchObject([{ status: 'renamed', similarity: 100 }])
    expect(expected.diffs[1]?.files[0]).toMatchObject({ binary: false })
    const { command, trace } = tripwire()
    appendFileSync(join(directory, '.git', 'config'), nastySettings(command))
    writeFileSync(join(directory, '.gitattributes'), '*.py -diff\n')
    writeFileSync(join(directory, '.mailmap'), 'Somebody Else <else@example.org> <ada@example.org>\n')
    expect(await read()).toEqual(expected)
    expect(existsSync(trace)).toBe(false)
  })

  it("changes nothing: neither the user's configuration nor the environment", async () => {
    const { read } = await sample()
    const expected = await read()
    const { command, trace } = tripwire()
    const home = temporaryDirectory()
    writeFileSync(join(home, '.gitconfig'), nastySettings(command))
    mkdirSync(join(home, 'git'))
    writeFileSync(join(home, 'git', 'attributes'), '*.py -diff\n')
    const other = await buildRepository().write()
    Object.assign(process.env, {
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_DIR: other,
      GIT_WORK_TREE: home,
      GIT_OBJECT_DIRECTORY: other,
      GIT_EXTERNAL_DIFF: command,
      GIT_DIFF_OPTS: '-u9',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'diff.algorithm',
      GIT_CONFIG_VALUE_0: 'minimal',
      GIT_TRACE: '1',
      GIT_ICASE_PATHSPECS: '1',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'de_DE.UTF-8',
      SSH_ASKPASS: command,
    })
    expect(await read()).toEqual(expected)
    expect(existsSync(trace)).toBe(false)
  })

  it('does not reach git: secrets of the environment stay here', () => {
    Object.assign(process.env, {
      SLACK_BOT_TOKEN: 'xoxb-secret',
      GITHUB_TOKEN: 'ghp_secret',
      https_proxy: 'http://proxy:1',
    })
    const env = gitEnvironment()
    expect(Object.values(env).join('\n')).not.toMatch(/secret/)
    expect(env.https_proxy).toBe('http://proxy:1')
  })

  it('may lack git: the message says so', async () => {
    process.env.PATH = temporaryDirectory()
    await expect(openRepository('.')).rejects.toMatchObject({ name: 'UserError', message: 'git cannot be started.' })
  })
})
