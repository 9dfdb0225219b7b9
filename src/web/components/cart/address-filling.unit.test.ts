import { expect, test } from 'vitest'
import type { DeliveryAddress } from '#features/addresses/schema.ts'
import { addressFilling } from './address-filling.ts'

const saved = { text: 'Hafen 1\nHamburg', phone: '+49 40 1', country: 'DE' } as DeliveryAddress

function openForm(values: Record<string, string>, filled?: Promise<void>) {
  const filling = addressFilling({
    set: (field, value) => void (values[field] = value),
    read: (field) => values[field],
    ...(filled && { filled }),
  })
  return { values, ...filling }
}

test('an empty form is filled in completely', async () => {
  const { values, onOffer } = openForm({})
  expect(await onOffer(saved)).toBe(saved.text)
  expect(values).toEqual({ address: saved.text, phone: saved.phone, country: 'DE' })
})

test('a typed phone stays when an address is offered', async () => {
  const { values, onOffer } = openForm({ phone: '+880 1711 000000' })
  await onOffer(saved)
  expect(values).toEqual({ address: saved.text, phone: '+880 1711 000000', country: 'DE' })
})

test('a typed address stays until another is chosen', async () => {
  const { values, onOffer, onChoose } = openForm({ address: 'Plot 9' })
  expect(await onOffer(saved)).toBe('Plot 9')
  expect(values).toEqual({ address: 'Plot 9' })
  onChoose(saved)
  expect(values).toEqual({ address: saved.text, phone: saved.phone, country: 'DE' })
})

test('the address of an earlier order wins, even when it arrives after the saved addresses', async () => {
  const order = Promise.withResolvers<void>()
  const { values, onOffer } = openForm({}, order.promise)
  const offered = onOffer(saved)
  values['address'] = 'Plot 7'
  order.resolve()
  expect(await offered).toBe('Plot 7')
  expect(values).toEqual({ address: 'Plot 7' })
})
