import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOfDay } from '#shared/days.ts'
import { createQuoteLinks } from './link.ts'
import { mayTake, quoteStates, stateAt, transitions, type QuoteState, type QuoteStep } from './rules.ts'

const steps: readonly QuoteStep[] = ['offer', 'accept', 'decline', 'withdraw', 'expire']
const parties = ['buyer', 'staff', 'time'] as const

test('a quote’s life has exactly these steps', () => {
  const all = quoteStates.flatMap((from) =>
    steps.flatMap((step) =>
      parties.flatMap((by) =>
        mayTake(step, from, by) ? [`${from}: ${by} ${step} → ${transitions[from][step]?.to}`] : [],
      ),
    ),
  )
  expect(all).toEqual([
    'asked: staff offer → offered',
    'asked: staff decline → declined',
    'asked: buyer withdraw → withdrawn',
    'offered: staff offer → offered',
    'offered: buyer accept → accepted',
    'offered: buyer decline → declined',
    'offered: buyer withdraw → withdrawn',
    'offered: staff withdraw → withdrawn',
    'offered: time expire → expired',
    'declined: staff offer → offered',
    'expired: staff offer → offered',
    'withdrawn: staff offer → offered',
  ])
})

test('an offer has expired when its time is over, even before the scheduled job has run', () => {
  const validUntil = new Date('2026-11-24T18:00:00Z')
  const at = (state: QuoteState, now: string) => stateAt({ state, validUntil }, new Date(now))
  expect(at('offered', '2026-11-24T18:00:00Z')).toBe('offered')
  expect(at('offered', '2026-11-24T18:00:01Z')).toBe('expired')
  expect(at('accepted', '2026-11-25T18:00:01Z')).toBe('accepted')
})

test.each([
  ['2026-11-24', 'Asia/Dhaka', '2026-11-24T17:59:59.000Z'],
  ['2026-07-01', 'America/New_York', '2026-07-02T03:59:59.000Z'],
  ['2026-01-01', 'UTC', '2026-01-01T23:59:59.000Z'],
])('%s ends in %s at %s', (day, zone, end) => {
  expect(endOfDay(day, zone).toISOString()).toBe(end)
})

describe('the token of a link', () => {
  const links = createQuoteLinks('a secret')
  const id = '0199f0a0-0000-7000-8000-000000000001'
  const expires = new Date('2026-12-01T00:00:00Z')
  const before = new Date('2026-11-30T00:00:00Z')

  test('opens its own quote until it expires', () => {
    const token = links.tokenFor(id, expires)
    expect(links.opens(id, token, before)).toBe(true)
    expect(links.opens(id, token, expires)).toBe(true)
    expect(links.opens(id, token, new Date('2026-12-01T00:00:01Z'))).toBe(false)
    expect(links.opens('0199f0a0-0000-7000-8000-000000000002', token, before)).toBe(false)
    expect(createQuoteLinks('another').opens(id, token, before)).toBe(false)
  })

  test.each([
    ['once it was sent', null, '2026-11-30T00:00:00Z'],
    ['once it was sent, where the offer has ended', new Date('2026-11-01T00:00:00Z'), '2026-11-30T00:00:00Z'],
    ['after the offer ends', expires, '2026-12-01T00:00:00Z'],
  ])('in a mail opens its quote for 60 days %s', (_, validUntil, from) => {
    const token = links.signedUrl('https://shop.example', { id, validUntil }, before).split('#token=')[1] ?? ''
    const last = new Date(from).getTime() + 60 * 24 * 3_600_000
    expect([last, last + 1000].map((at) => links.opens(id, token, new Date(at)))).toEqual([true, false])
  })

  test('opens nothing once changed', () => {
    const token = links.tokenFor(id, expires)
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), fc.stringMatching(/^[\w.-]$/), (at, character) => {
        fc.pre(token[at] !== character)
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        // The last character of base64url has two unused bits.
        fc.pre(at < token.length - 1)
        expect(links.opens(id, changed, before)).toBe(false)
      }),
    )
    for (const none of ['', '.', 'x'.repeat(100)]) expect(links.opens(id, none, before)).toBe(false)
  })
})
