import { expect, it } from 'vitest'
import { typescriptLanguage } from '../../../src/code/typescript/index.ts'

const parser = await typescriptLanguage.load()

it('E1: maps a decorator line, a deleted line and a deleted function to the function that holds them', () => {
  const before = `class Shop {
  alpha() {
    a()
  }

  @cache(5)
  beta() {
    b()
  }
}
`
  const gammas = 'const gamma = () => {\n  a()\n  b()\n}\nfunction gamma2() {\n  a()\n}\n'
  const after = `${before.replace('@cache(5)', '@cache(60)')}const gamma = () => {\n  a()\n}\n`
  const [old, now] = [parser.outline(before + gammas), parser.outline(after)]
  expect(now.entries).toMatchObject([
    { qualifiedName: 'Shop', startLine: 1, endLine: 10 },
    { qualifiedName: 'Shop.alpha', startLine: 2, endLine: 4 },
    { qualifiedName: 'Shop.beta', startLine: 6, endLine: 9 },
    { qualifiedName: 'gamma', startLine: 11, endLine: 13 },
  ])
  // Deleted lines are looked up where they were.
  expect([13, 15, 16].map((line) => old.entries[old.innermostFunction(line) ?? -1]?.qualifiedName)).toEqual([
    'gamma',
    'gamma2',
    'gamma2',
  ])
  expect(now.innermostFunction(5)).toBeNull()
  expect(now.innermostFunction(6)).toBe(2)
  expect(now.fingerprint(1)).toBe(old.fingerprint(1))
  expect(now.fingerprint(2)).not.toBe(old.fingerprint(2))
})

it('an outline of a version is that of the file alone: entries, signatures, fingerprints', () => {
  const first = 'export class A { f(x = 1) { return x } }\nexport const g = async () => <T>(y: T) => y\n'
  const versions = [
    first,
    `${first}function broken( {\n`,
    `// moved\n${first}`,
    first.replace('x = 1', 'x = "é"'),
    first.replace(/^.*\n/, ''),
    `${first}const h = <div>{g()}</div>\n`,
    first,
  ]
  for (const source of versions) {
    const { definitions } = parser.extract(source)
    const outline = parser.outline(source)
    const described = outline.entries.map(({ qualifiedName, startLine, endLine }, i) => [
      qualifiedName,
      startLine,
      endLine,
      outline.signature(i),
      outline.fingerprint(i),
    ])
    expect(described).toEqual(
      definitions.map((each) => [each.qualifiedName, each.startLine, each.endLine, each.signature, each.fingerprint]),
    )
  }
})
