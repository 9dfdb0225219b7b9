import { expect, test } from 'vitest'
import { z } from 'zod'
import { anyone, createDrafts, visitor } from './drafts.ts'

const Typed = z.object({ address: z.string() })

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('returns what its owner typed, until it is dropped', () => {
  const drafts = createDrafts(() => storage())
  expect(drafts.read(Typed, 'order', 'rahim')).toBeUndefined()

  const place = storage()
  const kept = createDrafts(() => place)
  kept.keep('order', 'rahim', { address: 'Plot 7' })
  expect(kept.read(Typed, 'order', 'rahim')).toEqual({ address: 'Plot 7' })
  expect(kept.read(Typed, 'another', 'rahim')).toBeUndefined()
  kept.drop('order')
  expect(kept.read(Typed, 'order', 'rahim')).toBeUndefined()
})

test('returns nothing to another account, and drops what is not the account’s once it signs in', () => {
  const place = storage({ 'draft:broken': '{' })
  const drafts = createDrafts(() => place)
  drafts.keep('order', 'rahim', { address: 'Plot 7' })
  drafts.keep('note', 'karim', { address: 'Plot 8' })
  expect(drafts.read(Typed, 'order', 'karim')).toBeUndefined()
  expect(drafts.read(Typed, 'order', anyone), 'a visitor neither reads nor drops it').toBeUndefined()
  expect(drafts.read(Typed, 'order', 'rahim')).toEqual({ address: 'Plot 7' })
  drafts.claim('karim')
  expect(drafts.read(Typed, 'order', 'rahim')).toBeUndefined()
  expect(drafts.read(Typed, 'note', 'karim')).toEqual({ address: 'Plot 8' })
  expect(place.length).toBe(1)
})

test('what a visitor typed belongs to whoever signs in next, and to nobody after them', () => {
  const place = storage()
  const drafts = createDrafts(() => place)
  drafts.keep('quote', visitor, { address: 'Plot 7' })
  drafts.claim('rahim')
  expect(drafts.read(Typed, 'quote', 'rahim')).toEqual({ address: 'Plot 7' })
  expect(drafts.read(Typed, 'quote', visitor)).toBeUndefined()
  drafts.claim('karim')
  expect(drafts.read(Typed, 'quote', 'karim')).toBeUndefined()
  expect(place.length).toBe(0)
})

test('the link from a mail stays for everyone in the tab', () => {
  const place = storage()
  const drafts = createDrafts(() => place)
  drafts.keep('link', anyone, { address: 'Plot 7' })
  drafts.claim('rahim')
  drafts.claim('karim')
  for (const owner of [anyone, visitor, 'karim'])
    expect(drafts.read(Typed, 'link', owner), owner).toEqual({ address: 'Plot 7' })
})

test('after a sign-out, only what a visitor typed stays', () => {
  const place = storage()
  const drafts = createDrafts(() => place)
  drafts.keep('order', 'rahim', { address: 'Plot 7' })
  drafts.keep('quote', visitor, { address: 'Plot 8' })
  drafts.claim(visitor)
  expect(place.length).toBe(1)
  expect(drafts.read(Typed, 'quote', visitor)).toEqual({ address: 'Plot 8' })
})

test('drops all of its own entries, and nothing else', () => {
  const place = storage({ accessToken: 'a' })
  const drafts = createDrafts(() => place)
  drafts.keep('one', 'rahim', {})
  drafts.keep('two', 'rahim', {})
  drafts.dropAll()
  expect(place.length).toBe(1)
  expect(place.getItem('accessToken')).toBe('a')
})

test('treats a storage that is blocked or holds something else as empty', () => {
  const blocked = createDrafts(() => {
    throw new DOMException('blocked')
  })
  blocked.keep('order', 'rahim', {})
  blocked.dropAll()
  expect(blocked.read(Typed, 'order', 'rahim')).toBeUndefined()
  for (const text of ['', 'null', '7', '{', '{"owner":"rahim","value":{"address":7}}']) {
    const drafts = createDrafts(() => storage({ 'draft:order': text }))
    expect(drafts.read(Typed, 'order', 'rahim')).toBeUndefined()
  }
})
