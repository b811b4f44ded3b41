import { describe, expect, it } from 'vitest'
import type { FileFacts } from '../../../../src/code/facts.ts'
import { pythonLanguage } from '../../../../src/code/python/index.ts'
import { callEdgesOf, edgesIn, factsOf } from './call-edges-of.ts'

describe('calls that other tools are reported to get wrong', () => {
  it('D2: self.method() means the method of its own class, an attribute the class it was made from', async () => {
    const edges = await callEdgesOf(`
class User:
    def validate(self): pass
    def save(self): self.validate()
class Order:
    def validate(self): pass
    def save(self): self.validate()
class Outbox:
    def __init__(self): self.mailer = Mailer()
    def send(self): self.mailer.send()
class Mailer:
    def send(self): pass
`)
    expect(edges).toEqual(['Order.save -> Order.validate', 'Outbox.send -> Mailer.send', 'User.save -> User.validate'])
  })

  it('D3: a method of a dictionary or of an outside object is not a function of the same name', async () => {
    const edges = await callEdgesOf({
      'store.py': 'def get(k): return k\n',
      'web.py': 'cfg = {}\n@app.get("/ping")\ndef ping(): return cfg.get("a")\n',
      'use.py': 'from store import get\ndef real(): return get("a")\n',
    })
    expect(edges).toEqual(['use.py:real -> store.py:get'])
  })

  it('D4: super() and inherited methods follow the classes, never equal names', async () => {
    const edges = await callEdgesOf({
      'a.py': `
class Base:
    def run(self): pass
    def close(self): pass
class Sub(Base):
    def run(self): super().run()
def go():
    s = Sub()
    s.close()
`,
      'b.py': 'class Other:\n    def run(self): pass\n',
    })
    expect(edges).toEqual(['a.py:Sub.run -> a.py:Base.run', 'a.py:go -> a.py:Base.close'])
  })

  it('D5: relative imports, re-exports and aliases in a src layout never reach decoys', async () => {
    const edges = await callEdgesOf({
      'src/acme/__init__.py': 'from .core import run as start\n',
      'src/acme/core.py': 'def run(): pass\n',
      'src/acme/cli/main.py': 'from .. import core\nfrom acme import start as s\ndef main(): core.run(); s()\n',
      'run.py': 'def run(): pass\n',
      'core.py': 'def run(): pass\ndef start(): pass\n',
      'lib.py': 'from acme.core import *\ndef use(): run()\n',
    })
    expect(edges).toEqual(['lib.py:use -> src/acme/core.py:run', 'src/acme/cli/main.py:main -> src/acme/core.py:run'])
  })

  it('D11: a file whose facts are broken is reported, the calls of the others stay', async () => {
    const files = await factsOf({
      'pay.py': 'def charge(): pass\n',
      'good.py': 'from pay import charge\ndef buy(): charge()\n',
      'bad.py': 'from pay import charge\ndef sell(): charge()\n',
    })
    const bad = files.get('bad.py')
    if (bad === undefined) throw new Error('no facts')
    files.set('bad.py', { ...bad, flow: { nonsense: true } } satisfies FileFacts)
    const resolution = pythonLanguage.resolve(files)
    expect(resolution.failures.map(({ path }) => path)).toEqual(['bad.py'])
    expect(resolution.failures[0]?.reason).not.toBe('')
    expect(edgesIn(files, resolution)).toEqual(['good.py:buy -> pay.py:charge'])
  })

  it('D11: when every file fails, every file is reported', async () => {
    const files = await factsOf({ 'a.py': 'def f(): pass\n', 'b.py': 'def g(): pass\n' })
    const broken = new Map([...files].map(([path, facts]) => [path, { ...facts, flow: null }]))
    const resolution = pythonLanguage.resolve(broken)
    expect(resolution.failures.map(({ path }) => path)).toEqual(['a.py', 'b.py'])
    expect(resolution.calls).toEqual([])
  })
})
