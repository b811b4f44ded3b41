import { expect, it } from 'vitest'
import { createSharing } from '../../../src/ingest/records/create-sharing.ts'
import { account, pullRecord, remark, review } from '../../fixtures/github-records.ts'

it('gives equal records, with one object for the same account', () => {
  const lin = () => account('lin', { id: 7, name: 'Lin' })
  const renamed = account('lin', { id: 7, name: 'Lin Wei' })
  const comments = [remark('a.py', 1, { author: lin(), commit: 'c0ffee' }), remark('a.py', 2, { author: renamed })]
  const pull = pullRecord(1, { author: lin(), reviews: [review(lin(), { comments }), review(null)] })
  const shared = createSharing()(pull)
  expect(shared).toEqual(pull)
  expect(shared.reviews[0]?.author).toBe(shared.author)
  expect(shared.reviews[0]?.comments[0]?.author).toBe(shared.author)
})
