import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from './messages.ts'

/** The texts as the specification has them. All other tests compare with `messages`, and would follow any change. */
const specified = {
  emailRequired: 'Email is Required',
  emailInvalid: 'provide a valid email',
  passwordRequired: 'password is Required',
  passwordTooShort: 'Must be 6 characters or longer',
  nameRequired: 'Name is Required',
  quantityOutOfRange: 'Please add minimum or available quantity',
  orderPlaced: 'Order Pleaced',
  orderFailed: 'something has worng plase try again',
  madeAdmin: 'Successfully made an Admin',
  notFoundTitle: 'Opps Page Not Found!!!',
  confirmDelete: 'Are you sure?',
  paid: 'paid',
} as const satisfies Partial<typeof messages>

test('the texts of the specification are kept letter for letter', () => {
  expect(messages).toMatchObject(specified)
})

test('the specified texts are exactly those that the specification quotes', () => {
  const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'specification.md'), 'utf8')
  const sentences = document.split('\n').map((line) => line.split('|')[1] ?? '')
  const quoted = sentences.flatMap((sentence) => [...sentence.matchAll(/"([^"]+)"/g)].map(([, text]) => text))
  expect(new Set(quoted)).toEqual(new Set(Object.values(specified)))
})
