import { expect, test } from 'vitest'
import { createDialogTyping } from './dialog-typing.ts'
import { createDrafts } from './drafts.ts'

/** A browser tab in which one user opens a dialog and reloads. */
function tab() {
  const stored = new Map<string, string>()
  const kept = createDrafts(() => ({
    length: stored.size,
    key: () => null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }))
  return { stored, open: (who = 'rahim') => createDialogTyping({ kept, name: 'ship', who: () => who }) }
}

const box = (name: string, value: string, more: object = {}) => ({
  target: Object.assign(new EventTarget(), { name, value, type: 'text', ...more }),
})

test('a box starts with what was typed last, else with what the form says', () => {
  const typing = tab().open()
  expect(typing.of('carrier')).toBe('')
  expect(typing.of('line-1', 20)).toBe('20')
  typing.keep(box('carrier', 'DH'))
  typing.keep(box('carrier', 'DHL'))
  typing.keep(box('line-1', ''))
  expect(typing.of('carrier')).toBe('DHL')
  expect(typing.of('line-1', 20), 'an emptied box stays empty').toBe('')
})

test('boxes to tick are kept one by one', () => {
  const typing = tab().open()
  const tick = (value: string, checked: boolean) => typing.keep(box('orders', value, { type: 'checkbox', checked }))
  tick('a', true)
  tick('b', true)
  tick('b', false)
  expect(['a', 'b', 'c'].map((value) => typing.isTicked('orders', value))).toEqual([true, false, false])
})

test('what was sent is gone, and comes back when it is refused', () => {
  const typing = tab().open()
  typing.keep(box('carrier', 'DHL'))
  typing.keep(box('tracking', '1'))
  const restore = typing.send()
  expect(typing.of('carrier')).toBe('')
  typing.keep(box('tracking', '2'))
  restore()
  expect([typing.of('carrier'), typing.of('tracking')]).toEqual(['DHL', '2'])
})

test('what was typed is there after a reload, for whoever typed it and until it is sent', () => {
  const { open, stored } = tab()
  open().keep(box('carrier', 'DHL'))
  expect(open('karim').of('carrier')).toBe('')
  const typing = open()
  expect(typing.of('carrier')).toBe('DHL')
  const restore = typing.send()
  expect(stored.size).toBe(0)
  restore()
  expect(open().of('carrier')).toBe('DHL')
})

test('what was typed before somebody else’s step says so, until the page has shown that step', () => {
  const { open } = tab()
  open().keep(box('amount', '50'), 0)
  const typing = open()
  expect(typing.since(80), 'after a reload').toBe(0)
  typing.keep(box('amount', '60'), 80)
  const restore = typing.send()
  expect(typing.since(80), 'of the next entry').toBe(80)
  restore()
  expect(typing.since(80), 'once refused').toBe(0)
  typing.seeNow()
  expect([typing.since(80), typing.of('amount')]).toEqual([80, '60'])
})
