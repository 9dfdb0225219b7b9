import { expect, test } from 'vitest'
import { PurchaseForm } from './placing-schema.ts'

test('an address keeps its lines but not the empty ones', () => {
  const typed = { orderQuantity: 1, phone: '+880 1711 000000', address: ' House 12,\r\n\n \n  Road 5\nDhanmondi \n' }
  expect(PurchaseForm.parse(typed).address).toBe('House 12,\nRoad 5\nDhanmondi')
})
