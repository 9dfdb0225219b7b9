import { expect, test } from 'vitest'
import { mailTo } from './contact.ts'

test.each([
  ['hello@wattwork.example', 'mailto:hello@wattwork.example'],
  ['a+b@shop.co', 'mailto:a%2Bb@shop.co'],
  ['who?bcc=spy&body=hi#x@shop.co', 'mailto:who%3Fbcc%3Dspy%26body%3Dhi%23x@shop.co'],
  ['buyer@shop.co?bcc=spy%40evil.example&body=hi', 'mailto:buyer@shop.co%3Fbcc%3Dspy%2540evil.example%26body%3Dhi'],
])('a mail link to %s contains that address and nothing else', (email, link) => {
  expect(mailTo(email)).toBe(link)
  const { pathname, search, hash } = new URL(link)
  expect({ to: decodeURIComponent(pathname), search, hash }).toEqual({ to: email, search: '', hash: '' })
})
