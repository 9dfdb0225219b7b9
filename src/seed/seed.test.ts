import { expect, it } from 'vitest'
import { openTestShop } from '#testing/shop.ts'
import { sampleCatalogue } from './catalogue.ts'

it.each(['usd', 'jpy', 'kwd'])('a demo shop starts in %s, with every sample at a price above 0', async (currency) => {
  const { shop, close } = await openTestShop({ seed: 'demo', currency })
  const { items: tools } = await shop.catalogue.list({})
  expect(tools.map(({ name }) => name)).toEqual(sampleCatalogue.map(({ name }) => name))
  expect(tools.filter(({ price }) => price <= 0)).toEqual([])
  await close()
})
