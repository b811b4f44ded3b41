import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSource } from '../../src/git/parse-source.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

describe('a source', () => {
  it.each([
    'pallets/flask',
    'pallets/flask/',
    'pallets/flask.git',
    ' pallets/flask ',
    'github.com/pallets/flask',
    'https://github.com/pallets/flask',
    'https://github.com/pallets/flask/',
    'https://github.com/pallets/flask.git',
    'http://github.com/pallets/flask',
    'https://www.github.com/pallets/flask',
    'HTTPS://GitHub.com/pallets/flask',
    'https://github.com/pallets/flask/tree/main/src',
    'https://github.com/pallets/flask/pull/5818',
    'https://github.com/pallets/flask?tab=readme',
    'https://github.com/pallets/flask#readme',
    'https://x-access-token:secret@github.com/pallets/flask.git',
    'git@github.com:pallets/flask.git',
    'git@github.com:pallets/flask',
    'ssh://git@github.com/pallets/flask.git',
    'ssh://git@ssh.github.com:443/pallets/flask.git',
    'git://github.com/pallets/flask.git',
  ])('%s is a repository on GitHub', (text) => {
    expect(parseSource(text)).toEqual({
      kind: 'github',
      slug: 'pallets/flask',
    })
  })

  it.each([
    ['a/b.c', 'a/b.c'],
    ['sphinx-doc/sphinx.git', 'sphinx-doc/sphinx'],
    ['a/.github', 'a/.github'],
    ['https://github.com/a/b.js/tree/x', 'a/b.js'],
  ])('%s has the name %s', (text, slug) => expect(parseSource(text)).toMatchObject({ slug }))

  it.each(['/srv/repo', './pallets/flask', '../x', '.', '..', 'deep/er/path', '../a/b'])('%s is a path', (text) => {
    expect(parseSource(text)).toEqual({ kind: 'path', path: resolve(text) })
  })

  it('that exists is a path, whatever it looks like', () => {
    expect(parseSource('src/git')).toEqual({ kind: 'path', path: resolve('src/git') })
    const directory = temporaryDirectory()
    expect(parseSource(directory)).toEqual({ kind: 'path', path: directory })
  })

  it.each([
    'https://gitlab.com/a/b',
    'https://github.com.evil.example/a/b',
    'https://evil.example/github.com/a/b',
    'https://github.com/only-owner',
    'git@gitlab.com:a/b.git',
    'ext::sh -c touch /tmp/x',
    'file:///etc',
    'https://me:secret@gitlab.com/a/b',
  ])('%s is refused, with the remedy and without its password', (text) => {
    let error: unknown
    try {
      parseSource(text)
    } catch (caught) {
      error = caught
    }
    expect(error).toMatchObject({ name: 'UserError', exitCode: 2, remedy: expect.stringContaining('owner/name') })
    expect(String(error)).not.toContain('secret')
  })

  it.each(['', 'flask', '-x', 'a b'])('%j is nothing', (text) => {
    expect(() => parseSource(text)).toThrow('is no repository')
  })
})
