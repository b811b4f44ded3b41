import type { HistoryRow } from '../graph/queries/history.ts'

export const isPureMove = (row: Pick<HistoryRow, 'did' | 'added' | 'removed'>) =>
  row.did === 'moved' && row.added + row.removed === 0

const BRANCH = String.raw`['"]?(?:origin/|upstream/)?(?:main|master|trunk|develop|development|dev|next|stable|features?|maintenance|release\S*|v?\d[\w.]*)['"]?`
/** The title of a pull request that joins two branches, such as `Merge stable into main`. */
const JOINS = new RegExp(`^merge (?:branch )?${BRANCH}(?: branch)? (?:back )?(?:in)?to ${BRANCH}`, 'i')

/** Neither a move of unchanged code nor a merge of branches that brought somebody else's change along. */
export const isOwnChange = (row: Pick<HistoryRow, 'did' | 'added' | 'removed' | 'carried' | 'title'>) =>
  !row.carried && !isPureMove(row) && !JOINS.test(row.title)
