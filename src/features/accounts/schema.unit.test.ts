import { expect, test } from 'vitest'
import { Email } from './schema.ts'

test.each([
  'nusrat@example.com',
  "o'neill+orders@mail.example.co.uk",
  'who?what&where=#!$%*/^_`{|}~-@example.com',
  'a..b@x_y.example',
  'রহিম@উদাহরণ.বাংলা',
])('%j is an e-mail', (email) => {
  expect(Email.safeParse(email).data).toBe(email)
})

test.each([
  'buyer@shop.co?bcc=spy%40evil.example&body=hi',
  'buyer@shop.co&cc=spy',
  'buyer@shop.co#x',
  'buyer@shop.co/x',
  'victim,buyer@shop.co',
  'victim;buyer@shop.co',
  'buyer@shop.co,spy.example',
  'group:buyer@shop.co',
  'buyer(spy)@shop.co',
  String.raw`bu\yer@shop.co`,
  'buyer@[10.0.0.1]',
  'buyer@shop.co\u202e',
  'bu\u200byer@shop.co',
  'bu\u0000yer@shop.co',
  'bu\ud800yer@shop.co',
])('%j is not a single e-mail', (email) => {
  expect(Email.safeParse(email).success).toBe(false)
})
