import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { NewTool } from '#features/catalogue/schema.ts'
import { ToolForm, useToolForm } from './tool-form.tsx'

function Form() {
  const form = useToolForm({
    specification: { rows: [{ label: '', value: '' }] },
    price_breaks: [{ from: 2, price: 1 }],
  })
  return <ToolForm form={form} currency="usd" submitLabel="Save" busyLabel="Saving" onSave={async () => {}} />
}

test('the form has a box for every field of a product', () => {
  const router = createMemoryRouter([{ path: '/', element: <Form /> }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  const boxes = [...html.matchAll(/<(?:input|textarea|select)[^>]* name="([^".]+)/g)].map(([, name]) => name)
  expect([...new Set(boxes)].toSorted()).toEqual(Object.keys(NewTool.shape).toSorted())
})
