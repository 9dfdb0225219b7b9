import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { timestamptz, bigintNumber } from './columns.ts'
import { jsonRow } from './json-row.ts'

const parcels = pgTable('parcel', {
  name: text('name'),
  weight: bigintNumber('weight'),
  sentAt: timestamptz('sent_at'),
})

test('a row is read as Drizzle reads it, including nulls', () => {
  const { read } = jsonRow(parcels)
  expect(read(['a', 5, '2026-11-22T10:00:00+00:00'])).toEqual({
    name: 'a',
    weight: 5,
    sentAt: new Date('2026-11-22T10:00:00Z'),
  })
  expect(read([null, null, null])).toEqual({ name: null, weight: null, sentAt: null })
})
