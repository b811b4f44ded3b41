import type { Digest, DigestPull } from './digest.ts'

/** One digest of two that follow each other: what the earlier one said stays in its place, what is new comes behind it. */
export function mergeDigests(earlier: Digest, later: Digest): Digest {
  return {
    ...later,
    from: earlier.from,
    facts: [...earlier.facts.filter(({ id }) => later.facts.every((fact) => fact.id !== id)), ...later.facts],
    pulls: mergePulls(earlier.pulls, later.pulls),
    other_pulls: [...earlier.other_pulls, ...later.other_pulls],
    questions: [...earlier.questions, ...later.questions],
    more: {
      facts: earlier.more.facts + later.more.facts,
      pulls: earlier.more.pulls + later.more.pulls,
      questions: earlier.more.questions + later.more.questions,
    },
  }
}

function mergePulls(earlier: readonly DigestPull[], later: readonly DigestPull[]): DigestPull[] {
  const merged = earlier.map((pull) => {
    const more = later.find(({ number }) => number === pull.number)
    if (more === undefined) return pull
    const reviews = [
      ...pull.reviews.filter(({ by }) => more.reviews.every((each) => each.by.name !== by.name)),
      ...more.reviews,
    ]
    return {
      ...more,
      reviews,
      merged: pull.merged || more.merged,
      merged_by: more.merged_by ?? pull.merged_by,
      check: more.check ?? pull.check,
    }
  })
  return [...merged, ...later.filter(({ number }) => earlier.every((pull) => pull.number !== number))]
}
