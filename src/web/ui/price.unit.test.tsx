import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Price } from './price.tsx'

test.each([
  ['inclusive', 'each'],
  ['exclusive', 'each, excl. GST'],
])('a price states whether tax is added to it: %s', (prices, words) => {
  const routes = [{ id: 'root', path: '/', loader: () => null, element: <Price amount={84.5} currency="usd" /> }]
  const loaderData = { root: { tax: { name: 'GST', prices } } }
  const router = createMemoryRouter(routes, { hydrationData: { loaderData } })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(html).toMatch(new RegExp(`\\$84\\.50</span><span[^>]*>${words}</span>`))
})
