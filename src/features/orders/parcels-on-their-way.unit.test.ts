import { expect, test } from 'vitest'
import { parcelsOnTheirWay } from './rules.ts'

const shipped = (parcel: string) => ({ kind: 'shipped', parcel }) as const
const delivered = (parcel?: string) => ({ kind: 'delivered', parcel }) as const

test.each([
  ['nothing was sent', [{ kind: 'paid' } as const], 0],
  ['two were sent', [shipped('a'), shipped('b')], 2],
  ['one of two arrived', [shipped('a'), shipped('b'), delivered('a')], 1],
  ['all arrived together', [shipped('a'), shipped('b'), delivered()], 0],
  ['another was sent after all had arrived', [shipped('a'), delivered(), shipped('b')], 1],
])('%s', (_, events, count) => expect(parcelsOnTheirWay(events)).toBe(count))
