import { describe, expect, test } from 'vitest'
import { answerQuestion } from '../../src/agent/answer-question.ts'
import { openDatabase } from '../../src/graph/open-database.ts'
import { loadSession } from '../../src/memory/load-session.ts'
import { openShop, subjectNames } from '../agent/ask-shop.ts'

describe('a thread remembers what it spoke of', () => {
  test('"who reviewed it" and "who calls it" speak of the function before', async () => {
    const { ask } = await openShop()
    await ask('why is charge written like this?', { session: 'slack:C1:1700000000.000100' })
    const reviewed = await ask('and who reviewed it?', { session: 'slack:C1:1700000000.000100' })
    expect(reviewed.text).toMatch(/^Bo Chen \[\d+\] reviewed PR #12/)
    const calls = await ask('and who calls it?', { session: 'slack:C1:1700000000.000100' })
    expect(subjectNames(calls)).toEqual(['charge'])
    expect(calls.text).toContain('`checkout`')
    const chinese = await ask('那谁评审的？', { session: 'slack:C1:1700000000.000100' })
    expect(chinese.text).toContain('Bo Chen')
  })

  test('it can be a pull request', async () => {
    const { ask } = await openShop()
    await ask('what is PR #12?', { session: 's' })
    expect((await ask('and who reviewed it?', { session: 's' })).text).toMatch(/^Bo Chen \[\d+\] reviewed PR #12/)
  })

  test('another thread knows nothing of it', async () => {
    const { ask } = await openShop()
    await ask('why is charge written like this?', { session: 'one' })
    expect((await ask('and who reviewed it?', { session: 'two' })).text).toContain('Please name something')
  })

  test('an answer that resolved nothing does not hide what came before', async () => {
    const { ask } = await openShop()
    await ask('why is charge written like this?', { session: 's' })
    await ask('why is Cart.nothing_here so?', { session: 's' })
    expect(subjectNames(await ask('and who calls it?', { session: 's' }))).toEqual(['charge'])
  })

  test('a new process goes on with the thread', async () => {
    const { ask, dataDir } = await openShop()
    await ask('why is charge written like this?', { session: 's', asker: 'eve' })
    const database = await openDatabase({ dataDir })
    const graph = database.graph('repobrain:local:test/shop')
    try {
      const clock = () => new Date(Date.UTC(2026, 1, 1))
      const answer = await answerQuestion({
        graph,
        question: 'who calls it?',
        session: 's',
        readSource: async () => null,
        clock,
      })
      expect(subjectNames(answer)).toEqual(['charge'])
      const [last, first] = await loadSession(graph, 's')
      expect(last).toMatchObject({ id: answer.episode, question: 'who calls it?', answer: answer.text })
      expect(first).toMatchObject({ question: 'why is charge written like this?', asker: 'eve' })
      expect(first?.used[0]).toEqual({ ref: 'function:shop/pay.py::charge', role: 'subject', rank: 0 })
    } finally {
      await database.close()
    }
  })

  test('nothing is written for a graph that is not there', async () => {
    const { dataDir } = await openShop()
    const database = await openDatabase({ dataDir })
    try {
      const graph = database.graph('repobrain:local:test/none')
      const answer = await answerQuestion({
        graph,
        question: 'why charge',
        readSource: async () => null,
        clock: () => new Date(0),
      })
      expect(answer.text).toContain('is not indexed yet')
      expect(await graph.exists()).toBe(false)
    } finally {
      await database.close()
    }
  })
})
