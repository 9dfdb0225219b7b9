import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countries, countryName } from '#shared/countries.ts'
import { addressFormOf, addressParts, postalText, type PostalAddress } from './rules.ts'
import { NewAddress } from './schema.ts'

const address = (country: string, more: Partial<PostalAddress> = {}): PostalAddress => ({
  name: 'Karim',
  country,
  street: 'Street 1',
  area: 'Area',
  city: 'City',
  region: 'Region',
  postcode: '12345',
  ...more,
})

test.each([
  ['BD', 'Karim\nStreet 1\nArea\nCity 12345\nBangladesh'],
  ['IN', 'Karim\nStreet 1\nArea\nCity 12345\nRegion\nIndia'],
  ['GB', 'Karim\nStreet 1\nArea\nCity\n12345\nUnited Kingdom'],
  ['US', 'Karim\nStreet 1\nArea\nCity Region 12345\nUnited States'],
  ['DE', 'Karim\nStreet 1\nArea\n12345 City\nGermany'],
  ['AE', 'Karim\nStreet 1\nArea\nCity\nUnited Arab Emirates'],
  ['SG', 'Karim\nStreet 1\nArea\n12345\nSingapore'],
  ['MY', 'Karim\nStreet 1\nArea\n12345 City\nRegion\nMalaysia'],
  ['FR', 'Karim\nStreet 1\nArea\n12345 City\nRegion\nFrance'],
])('formats an envelope to %s', (country, text) => {
  expect(postalText(address(country))).toBe(text)
})

test('missing parts leave no empty line', () => {
  expect(postalText(address('BD', { area: '', postcode: '' }))).toBe('Karim\nStreet 1\nCity\nBangladesh')
})

test('every country has a name and prints each of its parts once on the envelope', () => {
  expect(new Set(countries).size).toBe(countries.length)
  for (const country of countries) {
    expect(countryName(country)).not.toBe(country)
    const { parts, lines } = addressFormOf(country)
    expect(lines.flat().toSorted()).toEqual(Object.keys(parts).toSorted())
  }
})

test.each([
  ['BD', '1208', '12080'],
  ['IN', '700001', '012345'],
  ['GB', 'sw1a 1aa', '12345'],
  ['US', '94105-1234', '9410'],
  ['DE', '10115', '1011'],
  ['SG', '018956', '18956'],
  ['MY', '50050', '5005'],
])('a postcode of %s may be %s but not %s', (country, good, bad) => {
  const { pattern, example } = addressFormOf(country).parts.postcode ?? {}
  expect([pattern?.test(good), pattern?.test(bad), pattern?.test(example ?? '')]).toEqual([true, false, true])
})

const text = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'B', '1', ' ', 'ঢ') })
  .map((each) => `x${each}`.trim())

test('an accepted address is printed in full and fits into an order', () => {
  const given = fc.record({
    country: fc.constantFrom(...countries),
    ...Object.fromEntries(addressParts.map((part) => [part, text])),
  })
  fc.assert(
    fc.property(given, (parts) => {
      const { success, data } = NewAddress.safeParse({ name: 'Karim', phone: '+880 1711 000000', ...parts })
      if (!success) return
      const envelope = postalText(data)
      for (const part of addressParts) expect(envelope).toContain(data[part])
    }),
  )
  const longest = { street: 'x'.repeat(100), area: 'x'.repeat(100), city: 'x'.repeat(60), region: 'x'.repeat(60) }
  const most = { ...address('BA', longest), name: 'x'.repeat(60), postcode: 'x'.repeat(12) }
  for (const country of countries) expect(postalText({ ...most, country }).length).toBeLessThanOrEqual(500)
})
