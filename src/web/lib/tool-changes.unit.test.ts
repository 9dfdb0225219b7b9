import { expect, test } from 'vitest'
import type { NewTool } from '#features/catalogue/schema.ts'
import { bothChanged, changedFields, changesOf, changeToSend, mergeChanges } from './tool-changes.ts'

const before: NewTool = {
  name: 'AF-120 Case Fan',
  description: 'Moves air.',
  price: 6.9,
  img: '/products/fan120.webp',
  category: 'cooling',
  part_number: 'WW-FN-120L',
  minimum_order_quantity: 100,
  order_increment: 1,
  price_breaks: [],
  available_quantity: 8400,
  specification: { rows: [{ label: 'Speed', value: '1500 rpm' }] },
}

test('an untouched form changes nothing', () => {
  expect(changesOf(before, structuredClone(before))).toEqual({})
})

test('only changed fields are sent, a table of rows as a whole', () => {
  const specification = { rows: [...before.specification.rows, { label: 'Noise', value: '21 dB' }] }
  expect(changesOf(before, { ...before, price: 7, specification })).toEqual({ price: 7, specification })
})

test('a change names the version that was seen, and gives stock as a difference', () => {
  const seen = {
    ...before,
    _id: '0199f0a0-0000-7000-8000-000000000001',
    version: 3,
    createdAt: '2026-11-21T10:00:00.000Z',
  }
  expect(changeToSend(seen, { ...before, price: 7 })).toEqual({ price: 7, version: 3 })
  expect(changeToSend(seen, { ...before, available_quantity: 8395 })).toEqual({ stock_change: -5, version: 3 })
})

test('a field conflicts when the other change differs from what was typed', () => {
  const typed = { ...before, price: 7, name: 'AF-120 Fan', available_quantity: 8300 }
  const now = { ...before, price: 6.5, part_number: 'WW-FN-120', available_quantity: 8300 }
  expect(bothChanged({ before, typed, now })).toEqual(['price'])
})

test('changes by others are merged, and what was typed here stays', () => {
  const typed = { ...before, price: 7, name: 'AF-120 Fan' }
  const now = { ...before, price: 6.5, available_quantity: 8300 }
  const merged = mergeChanges(before, typed, now)
  expect(merged).toEqual({ ...before, price: 7, name: 'AF-120 Fan', available_quantity: 8300 })
  expect(changedFields(now, merged)).toEqual(['name', 'price'])
})
