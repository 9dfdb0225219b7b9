import { expect, test } from 'vitest'
import { keyOf } from '#features/catalogue/search.ts'
import { matchOf, type Named } from './rules.ts'

const tool = (id: string, partKey: string, nameKey: string, isSold = true): Named => ({ id, partKey, nameKey, isSold })

test.each([
  ['WW-PS-850M', 'wwps850m'],
  [' ww ps/850m\t', 'wwps850m'],
  ['WX-৮৫০', 'wx850'],
  ['ＷＸ８５０', 'wx850'],
  ['--', ''],
])('%s is compared as %s', (part, key) => {
  expect(keyOf(part)).toBe(key)
})

test.each<[string, Named | undefined, Named[], ReturnType<typeof matchOf>]>([
  ['nothing', undefined, [], { how: 'unknown', toolIds: [] }],
  ['its part number', undefined, [tool('a', 'k', 'x')], { how: 'part', toolIds: ['a'] }],
  ['its name', undefined, [tool('a', 'x', 'k')], { how: 'name', toolIds: ['a'] }],
  [
    'the part number before a name',
    undefined,
    [tool('a', 'x', 'k'), tool('b', 'k', 'x')],
    { how: 'part', toolIds: ['b'] },
  ],
  ['several', undefined, [tool('a', 'k', 'x'), tool('b', 'k', 'y')], { how: 'several', toolIds: ['a', 'b'] }],
  [
    'the one of several that is sold',
    undefined,
    [tool('a', 'k', 'x', false), tool('b', 'k', 'y')],
    { how: 'part', toolIds: ['b'] },
  ],
  [
    'a name that is sold before a part number that is not',
    undefined,
    [tool('a', 'k', 'x', false), tool('b', 'y', 'k')],
    { how: 'name', toolIds: ['b'] },
  ],
  ['what is gone', undefined, [tool('a', 'k', 'x', false)], { how: 'gone', toolIds: ['a'] }],
  [
    'a gone part number before a gone name',
    undefined,
    [tool('b', 'x', 'k', false), tool('a', 'k', 'x', false)],
    { how: 'gone', toolIds: ['a'] },
  ],
  ['what was chosen for it before all', tool('c', 'z', 'z'), [tool('a', 'k', 'x')], { how: 'yours', toolIds: ['c'] }],
  [
    'another, where what was chosen is gone',
    tool('c', 'z', 'z', false),
    [tool('a', 'k', 'x')],
    { how: 'part', toolIds: ['a'] },
  ],
  [
    'what was chosen and is gone',
    tool('c', 'z', 'z', false),
    [tool('a', 'k', 'x', false)],
    { how: 'gone', toolIds: ['c'] },
  ],
])('it means %s', (_what, own, named, match) => {
  expect(matchOf('k', own, named)).toEqual(match)
})
