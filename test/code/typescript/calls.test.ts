import { describe, expect, it } from 'vitest'
import { typescriptLanguage } from '../../../src/code/typescript/index.ts'

const parser = await typescriptLanguage.load()

/** Confident edges as `path:caller -> path:callee`, sorted. */
function calls(sources: Readonly<Record<string, string>>, least = 0.9): string[] {
  const files = new Map(Object.entries(sources).map(([path, source]) => [path, parser.extract(source)]))
  const name = (path: string, index: number | null) =>
    index === null ? path : `${path}:${files.get(path)?.definitions[index]?.qualifiedName}`
  return typescriptLanguage
    .resolve(files)
    .calls.filter(({ confidence }) => confidence >= least)
    .map(({ from, to }) => `${name(from.path, from.index)} -> ${name(to.path, to.index)}`)
    .sort()
}

describe('calls across modules', () => {
  it('follow imports, barrels, renames, defaults and .js that means .ts', () => {
    expect(
      calls({
        'src/a.ts': 'export function one() {}\nexport const two = () => {}\nexport default function () {}\n',
        'src/lib/index.ts':
          "export * from '../a.js'\nexport { two as deux } from '../a'\nexport * as all from '../a'\n",
        'src/main.ts':
          "import { one, deux, all } from './lib'\nimport go from './a.js'\nexport function run() { one(); deux(); all.two(); go() }\n",
      }),
    ).toEqual([
      'src/main.ts:run -> src/a.ts:default',
      'src/main.ts:run -> src/a.ts:one',
      'src/main.ts:run -> src/a.ts:two',
    ])
  })

  it('follow CommonJS', () => {
    expect(
      calls({
        'lib.js': 'function hidden() {}\nexports.open = function () { hidden() }\n',
        'whole.js': 'module.exports = { close }\nfunction close() {}\n',
        'main.js': "const { open } = require('./lib')\nconst whole = require('./whole')\nopen()\nwhole.close()\n",
      }),
    ).toEqual(['lib.js:open -> lib.js:hidden', 'main.js -> lib.js:open', 'main.js -> whole.js:close'])
  })

  it('follow tsconfig paths and packages of the workspace', () => {
    expect(
      calls({
        'tsconfig.json': '{ // shared\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["app/*"], }, } }',
        'packages/core/package.json': '{"name":"@acme/core","exports":{".":{"import":"./dist/index.js"}}}',
        'packages/core/src/index.ts': 'export function core() {}\n',
        'app/util.ts': 'export const util = () => {}\n',
        'app/main.ts': "import { util } from '@/util'\nimport { core } from '@acme/core'\nutil(); core()\n",
      }),
    ).toEqual(['app/main.ts -> app/util.ts:util', 'app/main.ts -> packages/core/src/index.ts:core'])
  })

  it('leave out what comes from other packages', () => {
    expect(calls({ 'a.ts': "import { map } from 'lodash'\nfunction f() { map([]); [].map(f) }\n" }, 0)).toEqual([])
  })
})

describe('calls of members', () => {
  it('go through this, super, constructors and accessors', () => {
    expect(
      calls({
        'a.ts': `class A { constructor() {} m() {} get g() { return 1 } }
class B extends A { constructor() { super(); this.n() } n() { super.m(); this.m(); return this.g } }
new B()
`,
      }),
    ).toEqual([
      'a.ts -> a.ts:B.constructor',
      'a.ts:B.constructor -> a.ts:A.constructor',
      'a.ts:B.constructor -> a.ts:B.n',
      'a.ts:B.n -> a.ts:A.g',
      'a.ts:B.n -> a.ts:A.m',
    ])
  })

  it('go through annotated parameters, fields, results, generics and callbacks', () => {
    expect(
      calls({
        'a.ts': `export class Box<T> { constructor(readonly item: T) {} get(): T { return this.item } }
export class Lamp { on() {} }
export class Room { lamps: Lamp[] = []; constructor(private lamp: Lamp) {} light() { this.lamp.on() } }
export const first = async (room: Room): Promise<Lamp> => room.lamps[0]
type Handler = (lamp: Lamp) => void
function each(handler: Handler) {}
`,
        'b.ts': `import { Box, Lamp, Room, first } from './a'
function boxed() { new Box(new Lamp()).get().on() }
async function awaited(room: Room) { (await first(room)).on() }
function looped(room: Room) { for (const lamp of room.lamps) lamp.on(); room.lamps.map((l) => l.on()) }
`,
        'c.ts':
          "import { Lamp } from './a'\nfunction each(f: (lamp: Lamp) => void) {}\nfunction called() { each((x) => x.on()) }\n",
      }).filter((edge) => edge.endsWith('Lamp.on')),
    ).toEqual([
      'a.ts:Room.light -> a.ts:Lamp.on',
      'b.ts:awaited -> a.ts:Lamp.on',
      'b.ts:boxed -> a.ts:Lamp.on',
      'b.ts:looped -> a.ts:Lamp.on',
      'c.ts:called -> a.ts:Lamp.on',
    ])
  })

  it('of an interface reach its implementations, with less confidence', () => {
    const sources = {
      'a.ts': `interface Store { put(): void }
class Memory implements Store { put() {} }
const make = (): Store => ({ put() {} })
function use(store: Store) { store.put() }
`,
    }
    expect(calls(sources)).toEqual([])
    expect(calls(sources, 0.5)).toEqual(['a.ts:use -> a.ts:Memory.put', 'a.ts:use -> a.ts:make.put'])
  })

  it('of a name that many classes have are not guessed', () => {
    expect(calls({ 'a.js': 'class A { go() {} }\nclass B { go() {} }\nfunction f(x) { x.go() }\n' }, 0)).toEqual([])
  })
})
