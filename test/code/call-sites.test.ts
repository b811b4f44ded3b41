import { expect, it } from 'vitest'
import { pythonLanguage } from '../../src/code/python/index.ts'
import { typescriptLanguage } from '../../src/code/typescript/index.ts'

const worded = (
  sites: readonly {
    name: string
    receiver: string | null
    line: number
    positional: number
    keywords: readonly string[]
    open: boolean
  }[],
) =>
  sites.map(({ name, receiver, line, positional, keywords, open }) =>
    [line, receiver, name, positional, ...keywords, ...(open ? ['…'] : [])].filter((part) => part !== null).join(' '),
  )

it('counts the arguments of calls in Python', async () => {
  const parser = await pythonLanguage.load()
  const source = `run(1, 2, key=3)
app.run(*args, **options)
any(x for x in run())
"""run(1)"""  # run(2)
a.b.run(
    1,  # one
    x,
)
`
  expect(worded(parser.calls(source))).toEqual(['1 run 2 key', '2 app run 0 …', '3 any 1', '3 run 0', '5 a.b run 2'])
})

it('counts the arguments of calls in TypeScript', async () => {
  const parser = await typescriptLanguage.load()
  const source = 'run(1, ...more)\nnew Store<string>({ a, b }, () => run())\nthis.tag`x`\n'
  expect(worded(parser.calls(source))).toEqual(['1 run 1 …', '2 Store 2', '2 run 0', '3 this tag 1'])
})
