import { expect, test } from 'vitest'
import { decodeSource } from '../../src/code/decode-source.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['plain ASCII', latin1('x = 1\n'), 'x = 1\n', 'utf-8'],
  ['UTF-8', Buffer.from('x = "é"\n'), 'x = "é"\n', 'utf-8'],
  ['a byte order mark is dropped', Buffer.from('\ufeffx = 1\n'), 'x = 1\n', 'utf-8'],
  [
    'a coding line',
    latin1('# -*- coding: latin-1 -*-\ns = "\xe9"\n'),
    '# -*- coding: latin-1 -*-\ns = "é"\n',
    'latin-1',
  ],
  [
    'a coding line on line 2',
    latin1('#!/bin/sh\n# vim: set fileencoding=cp1251 :\ns = "\xff"\n'),
    '#!/bin/sh\n# vim: set fileencoding=cp1251 :\ns = "я"\n',
    'cp1251',
  ],
  ['an underscore in its name', latin1('# coding: euc_jp\ns = "\xa4\xa2"\n'), '# coding: euc_jp\ns = "あ"\n', 'euc_jp'],
  ['neither UTF-8 nor a coding line', latin1('s = "\xe9"\n'), 's = "é"\n', 'latin-1'],
  ['a coding line that lies', latin1('# coding: utf-8\ns = "\xe9"\n'), '# coding: utf-8\ns = "é"\n', 'latin-1'],
  [
    'a coding line of no known name',
    latin1('# coding: klingon\ns = "\xe9"\n'),
    '# coding: klingon\ns = "é"\n',
    'latin-1',
  ],
  [
    'a coding line on line 3 is none',
    latin1('\n\n# coding: cp1252\ns = "\x80"\n'),
    '\n\n# coding: cp1252\ns = "\x80"\n',
    'latin-1',
  ],
  ['nothing', Buffer.alloc(0), '', 'utf-8'],
])('%s', (_, bytes, text, encoding) => {
  expect(decodeSource(bytes)).toEqual({ text, encoding })
})

test.each([
  ['a NUL byte', Buffer.from('x = 1\0'), 'binary'],
  ['UTF-16', Buffer.from('\ufeffx = 1', 'utf16le'), 'binary'],
  [
    'a git-lfs pointer',
    Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n'),
    'git-lfs pointer',
  ],
])('%s is no source', (_, bytes, reason) => {
  expect(decodeSource(bytes)).toEqual({ text: null, reason })
})
