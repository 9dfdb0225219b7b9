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

it('a larger quantity costs less also where the currency has no decimals, and else has the price of the sample', async () => {
  const prices = async (currency: string) => {
    const { shop, close } = await openTestShop({ seed: 'demo', currency })
    const { items } = await shop.catalogue.list({})
    await close()
    return items.map(({ price, price_breaks: breaks }) => [price, ...breaks.map((each) => each.price)])
  }
  expect(await prices('usd')).toEqual(
    sampleCatalogue.map(({ price, price_breaks: breaks }) => [price, ...breaks.map((each) => each.price)]),
  )
  const inYen = await prices('jpy')
  expect(inYen).toContainEqual([7, 6])
  for (const falling of inYen) {
    expect(falling).toEqual([...new Set(falling)].toSorted((a, b) => b - a))
  }
})
