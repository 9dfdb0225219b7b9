import { expect, test } from 'vitest'
import { keyOf, keysOf } from '#features/catalogue/search.ts'
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

test.each([
  ['a non-breaking hyphen', 'WW\u2011PS\u2011850M'],
  ['a Unicode hyphen', 'WW\u2010PS\u2010850M'],
  ['an en dash', 'WW–PS–850M'],
  ['a minus sign', 'WW\u2212PS\u2212850M'],
  ['a soft hyphen', 'WW-PS\u00ad-850M'],
  ['direction marks', '\u202aWW-PS-850M\u202c\u200e'],
  ['a zero-width space', 'WW-\u200bPS-850M\ufeff'],
])('a part with %s is looked up both as typed on a keyboard and as written', (_what, part) => {
  expect(keysOf(part)[0]).toBe('wwps850m')
  expect(keysOf(part)).toContain(keyOf(part))
})

test('a part typed on a keyboard is looked up once', () => {
  expect(keysOf('WW-PS-850M')).toEqual(['wwps850m'])
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
  ['a product no longer sold', undefined, [tool('a', 'k', 'x', false)], { how: 'gone', toolIds: ['a'] }],
  [
    'a part number before a name when both are no longer sold',
    undefined,
    [tool('b', 'x', 'k', false), tool('a', 'k', 'x', false)],
    { how: 'gone', toolIds: ['a'] },
  ],
  [
    'the buyer’s earlier choice before anything else',
    tool('c', 'z', 'z'),
    [tool('a', 'k', 'x')],
    { how: 'yours', toolIds: ['c'] },
  ],
  [
    'another product when the chosen one is no longer sold',
    tool('c', 'z', 'z', false),
    [tool('a', 'k', 'x')],
    { how: 'part', toolIds: ['a'] },
  ],
  [
    'the chosen product when nothing else is sold either',
    tool('c', 'z', 'z', false),
    [tool('a', 'k', 'x', false)],
    { how: 'gone', toolIds: ['c'] },
  ],
])('a part means %s', (_what, own, named, match) => {
  expect(matchOf(['k'], own, named)).toEqual(match)
})
