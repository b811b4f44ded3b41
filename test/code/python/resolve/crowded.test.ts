import { expect, it } from 'vitest'
import { callEdgesOf } from './call-edges-of.ts'

const many = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join('\n')

it('values from outside, however many, do not crowd out those of the repository', async () => {
  const program = `
import lib
class A:
    def go(self): pass
def take(x): x.go()
def use():
${many(100, (i) => `    take(lib.name${i})`)}
    take(A())
`
  expect(await callEdgesOf(program)).toContain('take -> A.go')
})

it('functions reached through one table are called from where it is read, up to 60 of them', async () => {
  const program = `
table = {}
${many(60, (i) => `def view${i}(): pass\ntable["${i}"] = view${i}`)}
def dispatch(name): table[name]()
`
  expect(await callEdgesOf(program)).toEqual(Array.from({ length: 60 }, (_, i) => `dispatch -> view${i}`).sort())
})

it('what mixes functions, classes, instances and containers is followed no further', async () => {
  const program = `
class A: pass
def call(x): x()
def use():
${many(5, (i) => `    class C${i}: pass\n    call(C${i}); call(C${i}()); call([${i}, A]); call(lambda: ${i})`)}
def far(x): further(x)
def further(x): furthest(x)
def furthest(x): call(x)
def late():
${many(30, (i) => `    def f${i}(): pass\n    far(f${i})`)}
`
  // They arrive when the parameter is known to hold anything at all.
  const called = (await callEdgesOf(program)).filter((edge) => edge.startsWith('call -> late.f'))
  expect(called.length).toBeLessThan(10)
})
