import { expect, test } from 'vitest'
import { Profile, User } from '#features/accounts/schema.ts'
import { Tool } from '#features/catalogue/schema.ts'
import { Order } from '#features/orders/schema.ts'
import { Review } from '#features/reviews/schema.ts'

/** Section 3 of the specification. fuzz.test.ts proves that the server's answers match these schemas. */
const entities = {
  Tool: [Tool, '_id name img description minimum_order_quantity available_quantity price'],
  Order: [Order, '_id email name productName orderQuantity totalAmount address phone img paid user'],
  User: [User, '_id email role'],
  Review: [Review, '_id name description rating'],
  Profile: [Profile, 'name email'],
} as const

test.each(Object.entries(entities))('%s has the fields of the specification', (_name, [schema, fields]) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(' ')))
})

test('a tool has no user', () => {
  expect(Object.keys(Tool.shape)).not.toContain('user')
})
