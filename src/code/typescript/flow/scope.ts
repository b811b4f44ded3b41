import type { Expression, FlowSymbol, TypeForm } from './flow-facts.ts'

export interface Scope {
  readonly outer: Scope | null
  readonly names: Map<string, number>
  /** Whether `var` and function parameters belong here. */
  readonly isFunction: boolean
}

/** Names and what they mean. Uses are looked up when the whole file has been read, since declarations may follow them. */
export interface Scopes {
  readonly symbols: FlowSymbol[]
  open(outer: Scope | null, isFunction: boolean): Scope
  /** The symbol of a name in exactly this scope; made when there is none. */
  declare(scope: Scope, name: string): number
  /** The scope of a `var`. */
  functionScope(scope: Scope): Scope
  useValue(scope: Scope, name: string, expression: number): void
  useType(scope: Scope, path: readonly string[], given: readonly number[], type: number): void
  /** Calls `found` with the symbol, or -1, when all is read. */
  later(scope: Scope, name: string, found: (symbol: number) => void): void
  /** Looks up all uses and writes them into the lists. */
  settle(expressions: Expression[], types: TypeForm[]): void
}

export function createScopes(): Scopes {
  const symbols: FlowSymbol[] = []
  const pending: { scope: Scope; name: string; found: (symbol: number) => void }[] = []
  const values: { scope: Scope; name: string; expression: number }[] = []
  const named: { scope: Scope; path: readonly string[]; given: readonly number[]; type: number }[] = []
  return {
    symbols,
    open: (outer, isFunction) => ({ outer, names: new Map(), isFunction }),
    declare(scope, name) {
      const known = scope.names.get(name)
      if (known !== undefined) return known
      const symbol = symbols.push({ name, values: [], type: -1, shapes: [], members: [] }) - 1
      scope.names.set(name, symbol)
      return symbol
    },
    functionScope(scope) {
      let own = scope
      while (!own.isFunction && own.outer !== null) own = own.outer
      return own
    },
    useValue: (scope, name, expression) => values.push({ scope, name, expression }),
    useType: (scope, path, given, type) => named.push({ scope, path, given, type }),
    later: (scope, name, found) => pending.push({ scope, name, found }),
    settle(expressions, types) {
      for (const { scope, name, found } of pending) found(lookUp(scope, name))
      for (const { scope, name, expression } of values) {
        const symbol = lookUp(scope, name)
        expressions[expression] = symbol < 0 ? ['global', name] : ['symbol', symbol]
      }
      for (const { scope, path, given, type } of named) {
        const [first = '', ...rest] = path
        const symbol = lookUp(scope, first)
        types[type] = symbol < 0 ? ['global', path.join('.'), given] : ['named', symbol, rest, given]
      }
    },
  }

  function lookUp(from: Scope, name: string): number {
    for (let scope: Scope | null = from; scope !== null; scope = scope.outer) {
      const symbol = scope.names.get(name)
      if (symbol !== undefined) return symbol
    }
    return -1
  }
}
