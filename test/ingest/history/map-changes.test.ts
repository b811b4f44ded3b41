import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { historyOf } from './history-of.ts'

/** Two versions of `app.py`, and what the second one did: key without the path → `kind +added -removed`. */
async function changesOf(before: string | null, after: string | null): Promise<Record<string, string>> {
  const repo = buildRepository()
  repo.commit({ files: { 'README.md': 'x\n', ...(before === null ? {} : { 'app.py': before }) } })
  const commit = repo.commit({ message: 'Change', files: { 'README.md': 'y\n', 'app.py': after } })
  const history = await historyOf(await repo.write())
  return Object.fromEntries(
    history
      .edges('MODIFIES', `commit:${commit.sha}`)
      .map(({ to, props }) => [to.replace('function:app.py::', ''), `${props.kind} +${props.added} -${props.removed}`]),
  )
}

const numbered = (lines: Record<number, string>, count: number) =>
  `${Array.from({ length: count }, (_, index) => lines[index + 1] ?? '').join('\n')}\n`

it('D1: a change in the else branch is one of the second definition of a name only', async () => {
  const source = (scan: string) => `if PY312:
    def walk(p): return p.walk()
else:
    def walk(p): return ${scan}(p)
class Job:
    @property
    def state(self): return self._s
    @state.setter
    def state(self, v): notify(v)
`
  expect(await changesOf(source('scan'), source('scandir'))).toEqual({ 'walk~2': 'changed +1 -1' })
})

it('D1: a definition put before those of its name shifts them and changes none', async () => {
  const overload = '@overload\ndef get(key: int) -> int: ...\n'
  const rest = '@overload\ndef get(key: str) -> str: ...\ndef get(key):\n    return table[key]\n'
  expect(await changesOf(rest, overload + rest)).toEqual({
    get: 'added +1 -0',
    'get~2': 'moved +0 -0',
  })
})

it('D6: a line of a nested function is a change of the innermost function, decorators belong to it', async () => {
  const source = (retries: number, charge: string) => `def create_app():
    app = App()
    @app.post("/pay")
    @retry(${retries})
    async def pay(req):
        return await ${charge}(req)
    return app
`
  expect(await changesOf(source(3, 'charge'), source(3, 'bill'))).toEqual({ 'create_app.pay': 'changed +1 -1' })
  expect(await changesOf(source(3, 'charge'), source(5, 'charge'))).toEqual({ 'create_app.pay': 'changed +1 -1' })
})

it('E1: changed decorators, deleted lines and whole deleted functions are of the function that they belong to', async () => {
  const before = numbered(
    {
      10: 'def alpha():',
      ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index + 11, `    a${index} = 1`])),
      22: '@cache(5)',
      23: 'def beta():',
      ...Object.fromEntries(Array.from({ length: 7 }, (_, index) => [index + 24, `    b${index} = 1`])),
      32: 'def gamma():',
      33: '    one()',
      34: '    two()',
      35: '    three()',
      36: '    four()',
      38: 'def gamma2():',
      39: '    five()',
    },
    41,
  )
  const after = before
    .replace('@cache(5)', '@cache(60)')
    .replace('    two()\n    three()\n', '')
    .replace('def gamma2():\n    five()\n', '')
  expect(await changesOf(before, after)).toEqual({
    beta: 'changed +1 -1',
    gamma: 'changed +0 -2',
    gamma2: 'deleted +0 -2',
  })
})

it('lines put between two functions are of neither, lines put at the end of one are its', async () => {
  const before = 'def f():\n    one()\n\n\ndef g():\n    two()\n'
  expect(await changesOf(before, 'def f():\n    one()\n\nX = 1\n\ndef g():\n    two()\n')).toEqual({})
  expect(await changesOf(before, before.replace('    one()\n', '    one()\n    more()\n'))).toEqual({
    f: 'changed +1 -0',
  })
})

it('a function put inside another one is added, and a change of the outer one without lines of its own', async () => {
  const before = 'def f():\n    one()\n    return g\n'
  const after = 'def f():\n    one()\n    def g():\n        two()\n    return g\n'
  expect(await changesOf(before, after)).toEqual({ f: 'changed +0 -0', 'f.g': 'added +2 -0' })
})

it('a changed header is a changed signature', async () => {
  const source = (args: string) => `def f(${args}):\n    return 1\n`
  expect(await changesOf(source('a'), source('a, b=None'))).toEqual({ f: 'signature +1 -1' })
})

it('a function that only changed its place in the file is moved, without lines', async () => {
  const [f, g] = ['def f():\n    one()\n    two()\n    three()\n', 'def g():\n    four()\n']
  const changes = await changesOf(`${f}\n\n${g}`, `${g}\n\n${f}`)
  expect(Object.values(changes)).toEqual(['moved +0 -0'])
})

it('a class that is renamed moves its methods', async () => {
  const source = (name: string) => `class ${name}:\n    def run(self):\n        return 1\n`
  expect(await changesOf(source('Job'), source('Task'))).toEqual({ 'Task.run': 'moved +0 -0' })
})

it('added and deleted files add and delete their functions; CRLF, latin-1 and broken code are mapped by line', async () => {
  expect(await changesOf(null, 'def f():\n    pass\n')).toEqual({ f: 'added +2 -0' })
  expect(await changesOf('def f():\n    pass\n', null)).toEqual({ f: 'deleted +0 -2' })
  expect(await changesOf('def f():\r\n    a()\r\n', 'def f():\r\n    b()\r\n')).toEqual({ f: 'changed +1 -1' })
  expect(await changesOf('def f():\n    a()\n\ndef (:\n', 'def f():\n    b()\n\ndef (:\n')).toEqual({
    f: 'changed +1 -1',
  })
})
