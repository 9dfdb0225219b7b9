import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ColumnQuestion } from './column-question.tsx'

test('a part number in the first rows is not broken at its hyphens, however narrow its column', () => {
  const table = [['WW-PS-850M', 'Modular supply', '20']]
  const html = renderToStaticMarkup(
    <ColumnQuestion table={table} heads={undefined} onAnswer={() => {}} onCancel={() => {}} />,
  )
  expect(html).toContain('<td><span class="unbroken">WW-PS-850M</span></td><td>Modular supply</td>')
})
