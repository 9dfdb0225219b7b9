import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError } from './error.ts'
import { sellerOf, sellerVariables, taxRulesOf } from './seller.ts'

const read = (env: Record<string, string>) => z.object(sellerVariables).parse(env)

test.each([
  [undefined, 0, 0],
  ['15', 1500, 1500],
  ['15,cases=7.5', 1500, 750],
  [' cases = 0 , 19.75 ', 1975, 0],
])('of %j a supply has %i basis points and a case %i', (rates, supply, inCases) => {
  const { rateOf } = taxRulesOf(read(rates === undefined ? {} : { TAX_RATES: rates }))
  expect([rateOf('power-supplies'), rateOf('cases')]).toEqual([supply, inCases])
})

test.each(['fifteen', '-1', '100', '15,15', '15,hats=5', 'cases=5', '15,cases=5,cases=6', '1.005', ''])(
  '%j are no rates, and the start says so',
  (rates) => {
    expect(() => taxRulesOf({ ...read({}), TAX_RATES: rates })).toThrow(ConfigError)
  },
)

test('the seller is the brand, but for what is said of it', () => {
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
