import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { historyOf } from './history-of.ts'

const file = (value: number) => ({ 'a.py': `X = ${value}\n` })

it('a login is learnt from the branches of pull requests, an organisation is nobody', async () => {
  const repo = buildRepository()
  repo.commit({ author: 'Ada Lovelace <ada@engine.uk>', files: file(0) })
  const merge = (number: number, author: string, from: string) =>
    repo.pullRequest({
      number,
      title: `Change ${number}`,
      style: 'merge',
      author,
      merger: 'Ada Lovelace <ada@engine.uk>',
      from,
      commits: [{ files: file(number) }],
    })
  merge(1, 'Grace Hopper <g@navy.mil>', 'cobol59/one')
  merge(2, 'Grace Hopper <g@navy.mil>', 'cobol59/two')
  merge(3, 'Ada Lovelace <ada@engine.uk>', 'engines/three')
  merge(4, 'Ada Lovelace <ada@engine.uk>', 'engines/four')
  const people = (await historyOf(await repo.write())).part.nodes.filter(({ label }) => label === 'Person')
  expect(people.map(({ key, props }) => [key, props.name, props.login])).toEqual([
    ['person:ada@engine.uk', 'Ada Lovelace', null],
    ['person:cobol59', 'Grace Hopper', 'cobol59'],
  ])
})

it('the first author comes first, co-authors last; the one who merges is told where git tells', async () => {
  const repo = buildRepository()
  repo.commit({ author: 'Ada Lovelace <ada@engine.uk>', files: file(0) })
  repo.pullRequest({
    number: 1,
    title: 'Together',
    style: 'merge',
    merger: 'Ada Lovelace <ada@engine.uk>',
    commits: [
      { author: 'Grace Hopper <g@navy.mil>', message: 'One', files: file(1) },
      {
        author: 'Ada Lovelace <ada@engine.uk>',
        message: 'Two\n\nCo-authored-by: Barbara Liskov <bl@mit.edu>',
        files: file(2),
      },
      { author: 'Ada Lovelace <ada@engine.uk>', message: 'Three', files: file(3) },
    ],
  })
  repo.pullRequest({
    number: 2,
    title: 'Alone',
    style: 'squash',
    author: 'Grace Hopper <g@navy.mil>',
    commits: [{ files: file(4) }],
  })
  const history = await historyOf(await repo.write())
  expect(history.authorsOf('pr:1')).toEqual(['Grace Hopper', 'Ada Lovelace', 'Barbara Liskov'])
  expect(history.edges('MERGED').map(({ from, to }) => [from, to])).toEqual([['person:ada@engine.uk', 'pr:1']])
})

it('the .mailmap of the indexed commit counts', async () => {
  const repo = buildRepository()
  repo.commit({ author: 'ada <old@home.uk>', files: file(0) })
  repo.commit({
    author: 'Ada Lovelace <ada@engine.uk>',
    files: { ...file(1), '.mailmap': 'Ada Lovelace <ada@engine.uk> <old@home.uk>\n' },
  })
  const people = (await historyOf(await repo.write())).part.nodes.filter(({ label }) => label === 'Person')
  expect(people.map(({ props }) => props.name)).toEqual(['Ada Lovelace'])
})
