import { expect, test } from 'vitest'
import type { DeliveryAddress } from '#features/addresses/schema.ts'
import { addressFilling } from './address-filling.ts'

const saved = { text: 'Hafen 1\nHamburg', phone: '+49 40 1', country: 'DE' } as DeliveryAddress

function openForm(values: Record<string, string>) {
  const filling = addressFilling({
    set: (field, value) => void (values[field] = value),
    read: (field) => values[field],
  })
  return { values, ...filling }
}

test('an empty form is filled in whole', () => {
  const { values, onOffer } = openForm({})
  expect(onOffer(saved)).toBe(saved.text)
  expect(values).toEqual({ address: saved.text, phone: saved.phone, country: 'DE' })
})

test('a phone that was typed stays with an address that is offered', () => {
  const { values, onOffer } = openForm({ phone: '+880 1711 000000' })
  onOffer(saved)
  expect(values).toEqual({ address: saved.text, phone: '+880 1711 000000', country: 'DE' })
})

test('an address that was typed stays until another is chosen', () => {
  const { values, onOffer, onChoose } = openForm({ address: 'Plot 9' })
  expect(onOffer(saved)).toBe('Plot 9')
  expect(values).toEqual({ address: 'Plot 9' })
  onChoose(saved)
  expect(values).toEqual({ address: saved.text, phone: saved.phone, country: 'DE' })
})
