import { expect, test } from 'vitest'
import { trustStripe } from './stripe-trust.ts'

test('only addresses of Stripe may load scripts, and the policy is created once', () => {
  const made: [string, (address: string) => string | null][] = []
  const policies = {
    createPolicy: (name: string, { createScriptURL }: { createScriptURL(address: string): string | null }) =>
      made.push([name, createScriptURL]),
  }
  trustStripe(undefined)
  trustStripe(policies)
  trustStripe(policies)
  expect(made.map(([name]) => name)).toEqual(['default'])
  const judge = made[0]?.[1]
  for (const ours of ['https://js.stripe.com/endive/stripe.js', 'https://m.js.stripe.com/x.js'])
    expect(judge?.(ours), ours).toBe(ours)
  for (const other of [
    'http://js.stripe.com/v3',
    'https://js.stripe.com.evil.example/v3',
    'https://evil.example/https://js.stripe.com/',
    'https://evil-js.stripe.com/v3',
    'data:text/javascript,alert(1)',
    '/assets/x.js',
    'no address',
  ])
    expect(judge?.(other), other).toBeNull()
})
