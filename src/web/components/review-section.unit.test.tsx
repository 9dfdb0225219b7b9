import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Review } from '#features/reviews/schema.ts'
import { ReviewBoard } from './review-section.tsx'

const review = (name: string, verifiedBuyer: boolean): Review => ({
  _id: name,
  name,
  description: 'Arrived counted and boxed.',
  rating: 4,
  verifiedBuyer,
  toolId: null,
  productName: null,
  createdAt: '2026-11-21T10:00:00.000Z',
})

test('only a verified buyer is called one', () => {
  const reviews = [review('Nusrat', true), review('Rahim', false)]
  const summary = { count: 2, mean: 4, counts: [{ rating: 4, count: 2 }] }
  const router = createMemoryRouter([{ path: '/', element: <ReviewBoard reviews={reviews} summary={summary} /> }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  const [nusrat = '', rahim = ''] = html.match(/<article.*?<\/article>/g) ?? []
  expect(nusrat).toContain('Nusrat')
  expect(nusrat).toContain('Verified buyer')
  expect(rahim).toContain('Rahim')
  expect(rahim).not.toContain('Verified')
})
