import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { CardTool } from '#web/lib/card-tool.ts'
import { ToolCard } from './tool-card.tsx'

const tool: CardTool = {
  _id: '0',
  name: 'WX-850',
  description: 'A power supply.',
  img: '/products/wx850-640.webp',
  part_number: 'WW-PS-850M',
  price: 84.5,
  price_breaks: [],
  minimum_order_quantity: 10,
  order_increment: 4,
  available_quantity: 12,
}

function cardOf(available: number, more: Partial<CardTool> = {}): string {
  const element = <ToolCard tool={{ ...tool, ...more, available_quantity: available }} currency="usd" />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('a product can be ordered while its smallest order is in stock', () => {
  expect(cardOf(12)).toContain('Purchase')
  expect(cardOf(12)).toContain('12 left')
})

test('a product is out of stock below the first multiple of its step from the minimum', () => {
  expect(cardOf(11)).toContain('None now')
  expect(cardOf(11)).toContain('Out of stock')
  expect(cardOf(11)).not.toContain('Purchase')
})

test('the lowest price that the stock allows is shown with its quantity', () => {
  const price_breaks = [
    { from: 200, price: 81.9 },
    { from: 1500, price: 79.4 },
  ]
  expect(cardOf(1500, { price_breaks })).toContain('>$79.40 from 1,500 pcs<')
  expect(cardOf(1499, { price_breaks })).toContain('>$81.90 from 200 pcs<')
  expect(cardOf(199, { price_breaks })).not.toContain(' from ')
  expect(cardOf(1500)).not.toContain(' from ')
})
