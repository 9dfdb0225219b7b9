import { expect, it } from 'vitest'
import type { NewTool } from '#features/catalogue/schema.ts'
import { openTestShop } from '#testing/shop.ts'
import { sampleCatalogue } from './catalogue.ts'

it.each(['usd', 'jpy', 'kwd'])('a demo shop starts in %s, with every sample at a price above 0', async (currency) => {
  const { shop, close } = await openTestShop({ seed: 'demo', currency })
  const { items: tools } = await shop.catalogue.list({})
  expect(tools.map(({ name }) => name)).toEqual(sampleCatalogue.map(({ name }) => name))
  expect(tools.filter(({ price }) => price <= 0)).toEqual([])
  await close()
})

it('prices match the samples, and price breaks still fall in a currency without decimals', async () => {
  const pricesOf = (tools: readonly Pick<NewTool, 'price' | 'price_breaks'>[]) =>
    tools.map(({ price, price_breaks: breaks }) => [price, ...breaks.map((each) => each.price)])
  const pricesIn = async (currency: string) => {
    const { shop, close } = await openTestShop({ seed: 'demo', currency })
    const { items } = await shop.catalogue.list({})
    await close()
    return pricesOf(items)
  }
  expect(await pricesIn('usd')).toEqual(pricesOf(sampleCatalogue))
  const inYen = await pricesIn('jpy')
  expect(inYen).toContainEqual([7, 6])
  for (const falling of inYen) {
    expect(falling).toEqual([...new Set(falling)].toSorted((a, b) => b - a))
  }
})
