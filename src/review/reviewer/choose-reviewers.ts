import { type ReviewerSuggestion, suggestReviewers } from '../../experts/suggest-reviewers.ts'
import type { ReviewContext } from '../review-context.ts'
import type { SuggestedReviewer } from '../review-document.ts'

/** Functions whose history is asked: those with the most changed lines say most on who knows the code. */
const MOST_FUNCTIONS = 40
const MOST_FILES = 10

/** People who should review the change: never its author, no bots; with what says so. */
export async function chooseReviewers({ graph, task, links }: ReviewContext): Promise<SuggestedReviewer[]> {
  const known = task.functions.flatMap(({ was, added, removed, test }) => {
    const ref = task.refs.get(was?.ref ?? '')
    return ref === undefined || was === null ? [] : [{ ref, path: was.path, size: added + removed, test }]
  })
  const bySize = known.sort((a, b) => Number(a.test) - Number(b.test) || b.size - a.size || a.ref.localeCompare(b.ref))
  const suggestions = await suggestReviewers(graph, {
    functions: bySize.slice(0, MOST_FUNCTIONS).map(({ ref }) => ref),
    files: [...new Set(bySize.map(({ path }) => path))].slice(0, MOST_FILES),
    leaveOut: task.author === null ? [] : [task.author],
  })
  return suggestions.map((each) => ({
    person: {
      kind: 'person',
      ref: each.person.ref,
      title: each.person.name ?? each.person.login ?? '',
      number: null,
      url: links.head.person(each.person.login),
    },
    login: each.person.login,
    reasons: wordReasons(each),
    learner: each.learner,
    evidence: each.changes.map((row) => ({
      kind: row.kind,
      ref: row.ref,
      title: row.title,
      number: row.number,
      url:
        (row.number === null ? row.sha && links.head.commit(row.sha) : links.head.pullRequest(row.number)) || row.url,
    })),
  }))
}

function wordReasons(suggestion: ReviewerSuggestion): string[] {
  const { authored, reviewed, merged, of, inFiles, lately, openReviews, latest } = suggestion
  const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`
  const had = [
    authored > 0 ? `wrote ${authored}` : '',
    reviewed > 0 ? `reviewed ${reviewed}` : '',
    merged > 0 ? `merged ${merged}` : '',
  ].filter((part) => part !== '')
  // Whoever is at work is known to be there; of others it matters how long ago it was.
  const last = lately > 0 || latest === null ? '' : `, the last in ${latest.slice(0, 4)}`
  return [
    ...(had.length > 0 ? [`${had.join(', ')} of the ${changes(of)} that these functions had${last}`] : []),
    ...(had.length === 0 && inFiles > 0 ? [`had a part in ${changes(inFiles)} of the files around${last}`] : []),
    ...(lately > 0 ? [`had a part in ${changes(lately)} over the last year`] : []),
    ...(openReviews > 0 ? [`reviews ${openReviews} open pull ${openReviews === 1 ? 'request' : 'requests'}`] : []),
    ...(had.length + inFiles + lately + openReviews === 0 ? ['is at work on this repository'] : []),
  ]
}
