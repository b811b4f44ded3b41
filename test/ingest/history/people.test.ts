import { describe, expect, it } from 'vitest'
import { parseMailmap } from '../../../src/ingest/history/mailmap.ts'
import { type KnownIdentity, mergePeople } from '../../../src/ingest/history/people.ts'

/** `Name <address>`, or with a login known otherwise: `Name <address> @login`. */
function identity(text: string): KnownIdentity {
  const [, name = '', email = '', login] = /^(.*?) ?<(.*)>(?: @(\S+))?$/.exec(text) ?? []
  return { name, email, ...(login === undefined ? {} : { login }) }
}

function peopleOf(texts: readonly string[], mailmap = '') {
  const identities = texts.map(identity)
  const people = mergePeople(identities, parseMailmap(mailmap))
  return identities.map((each) => people.find(each))
}

const together: readonly [title: string, texts: readonly string[], mailmap?: string][] = [
  ['the same address', ['Ada Lovelace <ada@engine.uk>', 'ada <ADA@engine.uk>']],
  ['the same full name', ['Ada Lovelace <ada@engine.uk>', 'ada  lovelace <al@home.uk>']],
  [
    'the same login in noreply addresses',
    ['Ada <12+ada-l@users.noreply.github.com>', 'A. L. <ada-l@users.noreply.github.com>'],
  ],
  [
    'a name of one word that is the login',
    ['Phil Jones <7+pgjones@users.noreply.github.com>', 'pgjones <phil@work.uk>'],
  ],
  ['a login known from a branch', ['Ada Lovelace <ada@engine.uk> @ada-l', 'A. L. <ada-l@users.noreply.github.com>']],
  ['a chain of clues', ['Ada Lovelace <ada@engine.uk>', 'Ada Lovelace <al@home.uk>', 'countess <al@home.uk>']],
  [
    '.mailmap',
    ['Ada Byron <byron@old.uk>', 'Ada Lovelace <ada@engine.uk>'],
    'Ada Lovelace <ada@engine.uk> <byron@old.uk>',
  ],
  [
    '.mailmap by name and address',
    ['root <root@localhost>', 'Ada Lovelace <ada@engine.uk>'],
    'Ada Lovelace <ada@engine.uk> root <root@localhost>',
  ],
]

const apart: readonly [title: string, texts: readonly string[]][] = [
  ['the same first name', ['Ada <ada@engine.uk>', 'Ada <ada2@other.uk>']],
  ['a generic name', ['Your Name <you@example.com>', 'Your Name <real@engine.uk>']],
  ['a shared address', ['Ada Lovelace <root@localhost>', 'Grace Hopper <root@localhost>']],
  ['an empty address', ['Ada Lovelace <>', 'Grace Hopper <>']],
  ['different people of one family', ['Ada Lovelace <ada@engine.uk>', 'Anne Lovelace <anne@engine.uk>']],
]

describe('people', () => {
  it.each(together)('%s makes identities one person', (_, texts, mailmap) => {
    expect(new Set(peopleOf(texts, mailmap)).size).toBe(1)
  })

  it.each(apart)('%s leaves identities apart', (_, texts) => {
    expect(new Set(peopleOf(texts)).size).toBe(texts.length)
  })

  it('are named by the full name that they use most, and known by login, else by their first address', () => {
    const texts = [
      'pgjones <philip@old.uk>',
      'Phil Jones <philip@old.uk>',
      'P. G. Jones <philip@old.uk>',
      'Phil Jones <p@new.uk>',
    ]
    expect(peopleOf(texts)[0]).toEqual({ id: 'philip@old.uk', name: 'Phil Jones', login: null, bot: false })
    const named = [...texts, 'Phil Jones <7+PGJones@users.noreply.github.com>']
    expect(peopleOf(named)[0]).toMatchObject({ id: 'PGJones', login: 'PGJones' })
  })

  it.each([
    'dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>',
    'pre-commit-ci[bot] <66853113+pre-commit-ci[bot]@users.noreply.github.com>',
    'github-actions <github-actions@github.com>',
    'renovate-bot <renovate@whitesourcesoftware.com>',
    'Claude <noreply@anthropic.com>',
  ])('%s is a bot', (text) => expect(peopleOf([text])[0]?.bot).toBe(true))

  it.each(['Abbot Botham <abbot@abbey.uk>', 'Robot Lovelace <robot@engine.uk>'])('%s is none', (text) =>
    expect(peopleOf([text])[0]?.bot).toBe(false),
  )

  it('GitHub, who commits what is merged in the browser, is nobody', () => {
    expect(peopleOf(['GitHub <noreply@github.com>'])).toEqual([null])
  })
})
