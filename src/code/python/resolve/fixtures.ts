import { dirname } from 'node:path/posix'
import { functionFlag } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { resultOf } from './call-function.ts'
import { elementsOf } from './protocols.ts'
import { sort } from './values.ts'

/**
 * Parameters of tests and fixtures are filled by name, as pytest does it: from fixtures of the same file, else of the nearest
 * `conftest.py` above it (https://docs.pytest.org/en/stable/reference/fixtures.html#fixture-availability).
 */
export function fillFixtures(a: Analysis): void {
  const { program, solver, values } = a
  const { functions } = program
  if (a.fixtures.size === 0) return
  const byName = new Map<string, number[]>()
  for (const fn of a.fixtures) {
    const name = nameOf(fn)
    byName.set(name, [...(byName.get(name) ?? []), fn])
  }
  for (let fn = 0; fn < functions.count; fn++) {
    if (!a.fixtures.has(fn) && !nameOf(fn).startsWith('test')) continue
    const end = functions.returns[fn] ?? 0
    for (let i = functions.parameters[fn] ?? 0; i < end; i += 4) {
      const register = functions.lists[i + 1] ?? -1
      const candidates = byName.get(a.names.text(functions.lists[i] ?? -1))
      const fixture = nearest(candidates, functions.file[fn] ?? -1, fn)
      if (fixture === undefined || solver.values(register).some((value) => values.kind(value) !== sort.external))
        continue
      if ((functions.flags[fixture] ?? 0) & functionFlag.generator) elementsOf(a, resultOf(a, fixture), register)
      else solver.copy(resultOf(a, fixture), register)
    }
  }

  function nameOf(fn: number): string {
    return program.files[functions.file[fn] ?? -1]?.definitions[functions.definition[fn] ?? -1]?.name ?? ''
  }

  function nearest(candidates: readonly number[] | undefined, file: number, asking: number): number | undefined {
    if (candidates === undefined) return undefined
    let best: number | undefined
    let bestLength = -1
    for (const fixture of candidates) {
      if (fixture === asking) continue
      const home = functions.file[fixture] ?? -1
      const path = program.paths[home] ?? ''
      const directory = dirname(path)
      const isAbove = directory === '.' || (program.paths[file] ?? '').startsWith(`${directory}/`)
      const length =
        home === file ? Number.MAX_SAFE_INTEGER : path.endsWith('conftest.py') && isAbove ? directory.length : -1
      if (length <= bestLength) continue
      best = fixture
      bestLength = length
    }
    return best
  }
}
