import { expect, test } from 'vitest'
import { z } from 'zod'
import { taxRateOf } from '#features/pricing/tax.ts'
import { ConfigError } from './error.ts'
import { sellerOf, sellerVariables, taxRulesOf } from './seller.ts'

const read = (env: Record<string, string>) => z.object(sellerVariables).parse(env)

test.each([
  [undefined, 0, 0, 0, 0],
  ['15', 1500, 1500, 1500, 1500],
  ['15,cases=7.5', 1500, 750, 1500, 750],
  [' cases = 0 , 19.75 ', 1975, 0, 1975, 0],
  ['15,cases=7.5,DE:19,DE:cases=7', 1500, 750, 1900, 700],
  ['cases=7.5,DE:19', 0, 750, 1900, 1900],
  ['DE:cases=7,cases=5', 0, 500, 0, 700],
])('the rates %j give %i basis points for a supply and %i for a case, in Germany %i and %i', (rates, ...expected) => {
  const rules = taxRulesOf(read(rates === undefined ? {} : { TAX_RATES: rates }))
  const found = [undefined, 'DE'].flatMap((country) => [
    taxRateOf(rules, 'power-supplies', country),
    taxRateOf(rules, 'cases', country),
  ])
  expect(found).toEqual(expected)
})

test('the seller’s own country applies when no destination is given', () => {
  const rules = taxRulesOf(
    read({ SELLER_COUNTRY: 'DE', TAX_RATES: '15,DE:19', TAX_NAME: 'MwSt', TAX_PRICES: 'exclusive' }),
  )
  expect(taxRateOf(rules, 'cases')).toBe(1900)
  expect(rules).toMatchObject({ name: 'MwSt', prices: 'exclusive', rounding: 'sum', country: 'DE' })
})

test.each([
  'fifteen',
  '-1',
  '100',
  '15,15',
  '15,hats=5',
  '15,cases=5,cases=6',
  '1.005',
  '',
  'XX:5',
  'DE:5,DE:6',
  'de:5',
])('%j is refused as tax rates at startup', (rates) => {
  expect(() => taxRulesOf({ ...read({}), TAX_RATES: rates })).toThrow(ConfigError)
})

test('the seller is the brand unless configured otherwise', () => {
  expect(sellerOf(read({}))).toMatchObject({ name: 'Wattwork', country: 'BD', taxId: null, bank: null })
  const said = {
    SELLER_NAME: 'Wattwork Ltd',
    SELLER_ADDRESS: 'Plot 14 | Dhaka',
    SELLER_TAX_ID: 'BIN 1',
    SELLER_COUNTRY: 'DE',
  }
  expect(sellerOf(read(said))).toMatchObject({
    name: 'Wattwork Ltd',
    address: ['Plot 14', 'Dhaka'],
    taxId: 'BIN 1',
    country: 'DE',
  })
})
