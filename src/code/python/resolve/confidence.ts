import type { CallHow } from '../../facts.ts'

/** Confidence in a method found by its name alone: shown on request only. */
export const guessed = 0.6

const certain: Readonly<Record<CallHow, number>> = {
  import: 0.99,
  self: 0.99,
  super: 0.99,
  inherited: 0.97,
  constructor: 0.98,
  assignment: 0.95,
  annotation: 0.92,
  'unique-name': guessed,
}

/** Number of alternatives up to which a doubt is taken off. */
const doubts = [
  [1, 0],
  [2, 0.03],
  [4, 0.05],
  [8, 0.12],
] as const

const mostSure = 4

/** Calibrated on the benchmark of calls (`npm run eval -- calls`): the more alternatives, the less sure is each. */
export function confidenceOf(how: CallHow, route: string, alternatives: number): number {
  // A function called by its own name in its own file.
  if (route === 'direct' && how === 'assignment' && alternatives <= 1) return 0.99
  // A function handed in, as to a decorator, is called whatever else is handed in.
  const [, doubt] = doubts.find(([most]) => alternatives <= most || (route === 'handed' && most === mostSure)) ?? [
    0, 0.25,
  ]
  return Math.round((certain[how] - doubt) * 100) / 100
}
