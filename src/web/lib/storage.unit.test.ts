import { expect, test } from 'vitest'
import { createTokenStore, tokenKey } from './storage.ts'

function place() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('keeps the token in the first place alone', () => {
  const [local, session] = [place(), place()]
  const store = createTokenStore([() => local, () => session])
  store.write('a')
  expect(store.read()).toBe('a')
  expect(local.kept.get(tokenKey)).toBe('a')
  expect(session.kept.size).toBe(0)
})

test('falls back to the second place when the first is blocked', () => {
  const session = place()
  const store = createTokenStore([blocked, () => session])
  store.write('a')
  expect(session.kept.get(tokenKey)).toBe('a')
  expect(store.read()).toBe('a')
})

test('falls back to memory when every place is blocked or full', () => {
  const full = { ...place(), setItem: blocked }
  const store = createTokenStore([blocked, () => full])
  store.write('a')
  expect(store.read()).toBe('a')
  store.remove()
  expect(store.read()).toBeUndefined()
})

test('a new token leaves no older one behind in a later place', () => {
  const [local, session] = [place(), place()]
  session.setItem(tokenKey, 'old')
  const store = createTokenStore([() => local, () => session])
  store.write('new')
  store.remove()
  expect(store.read()).toBeUndefined()
  expect(session.kept.size).toBe(0)
})
