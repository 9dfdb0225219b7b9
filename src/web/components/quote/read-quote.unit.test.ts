import { expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { readQuote } from './read-quote.ts'

const typed = {
  name: 'রহিম উদ্দিন',
  email: 'rahim@example.com',
  phone: '০১৭১১-০০০০০০',
  productName: '১২০ মিমি পাখা',
  price: '৬.২০',
  quantity: '১২০০০',
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a price has as many decimals as its currency', () => {
  const priced = formOf({ ...typed, price: '2.000' })
  expect(readQuote(priced, 'usd').answer.errors).toEqual({ price: messages.priceInvalid })
  expect(readQuote(priced, 'kwd').quote?.price).toBe(2)
})

test('figures typed in Bangla are converted, and words stay as they were typed', () => {
  expect(readQuote(formOf(typed), 'usd').quote).toEqual({
    ...typed,
    phone: '01711-000000',
    price: 6.2,
    quantity: 12_000,
  })
})

test('errors are reported by field, and the typed values come back', () => {
  const { quote, answer } = readQuote(formOf({ ...typed, price: '', quantity: 'many', name: 'x'.repeat(81) }), 'usd')
  expect(quote).toBeUndefined()
  expect(answer.values).toMatchObject({ quantity: 'many', price: '', phone: typed.phone })
  expect(answer.errors).toEqual({
    name: 'Must be 80 characters or shorter',
    price: messages.priceInvalid,
    quantity: 'Must be a whole number',
  })
})

test('a quantity that is too large is answered with the maximum', () => {
  expect(readQuote(formOf({ ...typed, quantity: '10000001' }), 'usd').answer.errors).toEqual({
    quantity: 'Must be 10,000,000 or less',
  })
})
