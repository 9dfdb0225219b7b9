import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Row, Verdict } from '#web/lib/quick-order/list.ts'
import { PartBox } from './part-box.tsx'
import { QuickRow } from './quick-row.tsx'

const nothing = () => {}

function rowWith(verdict: Verdict, quantity: Row['quantity'] = 7): string {
  const row = (
    <QuickRow
      row={{ id: 1, part: 'WW-FN-120L', quantity }}
      verdict={verdict}
      currency="usd"
      mends={0}
      onQuantity={nothing}
      onMend={nothing}
      onChoose={nothing}
      onForget={nothing}
      onRemove={nothing}
    />
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: row }])} />)
}

test('the error of a quantity is linked to its box', () => {
  const tool = { _id: 't1', name: 'Case fan' }
  const html = rowWith({ kind: 'quantity', message: 'Order 10 or more', tool } as unknown as Verdict)
  const [, id] = /<input[^>]* aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`<p id="${id}">Order 10 or more</p>`)
  expect(rowWith({ kind: 'waiting' })).not.toContain('aria-describedby')
})

test('a quantity that is not a number is shown as it was written', () => {
  expect(rowWith({ kind: 'waiting' }, '-5')).toMatch(/<input[^>]* value="-5"/)
})

test('the error of a part number is linked to its box, wherever it is shown', () => {
  const html = renderToStaticMarkup(<PartBox value="" onChange={nothing} errorAt="offer-part" />)
  expect(html).toMatch(/<input[^>]* aria-describedby="offer-part" aria-invalid="true"/)
})
