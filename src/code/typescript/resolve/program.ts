import type { FileFacts } from '../../facts.ts'
import type {
  Expression,
  FlowClass,
  FlowFunction,
  FlowShape,
  FlowSymbol,
  TypeForm,
  TypescriptFlow,
} from '../flow/flow-facts.ts'

/** All files, numbered. What a number does not name is told apart by `undefined` or by an unknown form, never by an error. */
export interface Program {
  readonly paths: readonly string[]
  readonly flows: readonly TypescriptFlow[]
  readonly failures: readonly { readonly path: string; readonly reason: string }[]
  expression(file: number, index: number): Expression
  type(file: number, index: number): TypeForm
  symbol(file: number, index: number): FlowSymbol | undefined
  fn(file: number, index: number): FlowFunction | undefined
  cls(file: number, index: number): FlowClass | undefined
  shape(file: number, index: number): FlowShape | undefined
  /** Values that code elsewhere in the file assigns to `this.name` of a class, or to a member of a variable. */
  assignedToClass(file: number, cls: number, name: string): readonly number[]
  assignedToSymbol(file: number, symbol: number, name: string): readonly number[]
}

const unknown = ['unknown'] as const

export function joinProgram(files: ReadonlyMap<string, FileFacts>): Program {
  const paths: string[] = []
  const flows: TypescriptFlow[] = []
  const failures: { path: string; reason: string }[] = []
  for (const [path, facts] of files) {
    if (facts.flow === null) failures.push({ path, reason: 'expressions nested too deeply' })
    else {
      paths.push(path)
      flows.push(facts.flow as TypescriptFlow)
    }
  }
  const attributes = flows.map(attributesOf)
  return {
    paths,
    flows,
    failures,
    expression: (file, index) => flows[file]?.expressions[index] ?? unknown,
    type: (file, index) => flows[file]?.types[index] ?? unknown,
    symbol: (file, index) => flows[file]?.symbols[index],
    fn: (file, index) => flows[file]?.functions[index],
    cls: (file, index) => flows[file]?.classes[index],
    shape: (file, index) => flows[file]?.shapes[index],
    assignedToClass: (file, cls, name) => attributes[file]?.get(`c${cls}.${name}`) ?? [],
    assignedToSymbol: (file, symbol, name) => attributes[file]?.get(`s${symbol}.${name}`) ?? [],
  }
}

function attributesOf({ attributes, expressions }: TypescriptFlow): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [target, value] of attributes) {
    const form = expressions[target]
    if (form?.[0] !== 'member') continue
    const object = expressions[form[1]]
    const owner =
      object?.[0] === 'this' ? `c${object[1]}` : object?.[0] === 'symbol' ? `s${object[1]}` : prototypeOf(object)
    if (owner === null) continue
    const key = `${owner}.${form[2]}`
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found

  function prototypeOf(object: Expression | undefined): string | null {
    if (object?.[0] !== 'member' || object[2] !== 'prototype') return null
    const owner = expressions[object[1]]
    return owner?.[0] === 'symbol' ? `s${owner[1]}` : null
  }
}
