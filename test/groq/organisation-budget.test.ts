import { describe, expect, test } from 'vitest'
import { RateLimitedError } from '../../src/errors.ts'
import { createOrganisationBudget, type Place } from '../../src/groq/organisation-budget.ts'

const place = (more: Partial<Place> = {}): Place => ({ tokens: 100, priority: 'question', patienceMs: 5_000, ...more })
const AT_ONCE = 4

async function fill(budget: ReturnType<typeof createOrganisationBudget>) {
  return Promise.all(Array.from({ length: AT_ONCE }, () => budget.enter(place())))
}

describe('the queue before the model', () => {
  test('lets questions go before jobs that came earlier', async () => {
    const budget = createOrganisationBudget('the model')
    const leave = await fill(budget)
    const order: string[] = []
    const enter = async (name: string, priority: Place['priority']) => {
      const done = await budget.enter(place({ priority }))
      order.push(name)
      done()
    }
    const all = [
      enter('digest', 'job'),
      enter('review', 'job'),
      enter('first', 'question'),
      enter('second', 'question'),
    ]
    leave[0]?.()
    await Promise.all(all)
    expect(order).toEqual(['first', 'second', 'digest', 'review'])
  })

  test('sends no job into tokens that questions may need', async () => {
    const budget = createOrganisationBudget('the model')
    budget.learn(8_000, 3_000)
    const job = budget.enter(place({ priority: 'job', tokens: 2_000, patienceMs: 10 }))
    await expect(job).rejects.toBeInstanceOf(RateLimitedError)
    expect(await budget.enter(place({ tokens: 2_000, patienceMs: 10 }))).toBeTypeOf('function')
  })

  test('tells at once when the wait is longer than the patience', async () => {
    const budget = createOrganisationBudget('the model')
    budget.learn(6_000, 0)
    await expect(budget.enter(place({ tokens: 3_000 }))).rejects.toMatchObject({
      retryAfterMs: expect.closeTo(30_000, -3),
    })
    budget.pause(60_000)
    await expect(budget.enter(place({ tokens: 1 }))).rejects.toMatchObject({ retryAfterMs: expect.closeTo(60_000, -3) })
  })

  test('takes what the server says is left, and what has come back since', async () => {
    const budget = createOrganisationBudget('the model')
    budget.learn(600_000, 0)
    const leave = await budget.enter(place({ tokens: 1_000 }))
    leave()
    budget.learn(600_000, 600_000)
    expect(await budget.enter(place({ tokens: 500_000, patienceMs: 0 }))).toBeTypeOf('function')
  })

  test('is left by whoever gives up, and the next one moves up', async () => {
    const budget = createOrganisationBudget('the model')
    const leave = await fill(budget)
    const controller = new AbortController()
    const gone = budget.enter(place({ signal: controller.signal }))
    const late = budget.enter(place({ patienceMs: 20 }))
    const next = budget.enter(place())
    controller.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    await expect(late).rejects.toBeInstanceOf(RateLimitedError)
    leave[0]?.()
    leave[0]?.()
    expect(await next).toBeTypeOf('function')
    await expect(budget.enter(place({ patienceMs: 10 }))).rejects.toBeInstanceOf(RateLimitedError)
    await expect(budget.enter(place({ signal: AbortSignal.abort(new Error('never')) }))).rejects.toThrow('never')
  })
})
