import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#platform/audit/tables.ts'
import { json } from '#testing/shop.ts'
import { openTestSite } from '#testing/site.ts'
import { categoryNames, NewTool, Tool } from './schema.ts'

let shop: Awaited<ReturnType<typeof openTestSite>>
let headers: Record<string, string>
beforeAll(async () => {
  shop = await openTestSite()
  headers = (await shop.signedIn({ role: 'admin' })).headers
})
afterAll(() => shop.close())

/**
 * Two tools that differ from each other and from the defaults in every field: a new field, even an optional one, does not
 * compile without a value here. Let its number be one that the product's page does not show anyway.
 */
const first: Required<NewTool> = {
  name: 'First',
  description: 'One of two.',
  price: 1310.25,
  price_breaks: [{ from: 1710, price: 1290.75 }],
  minimum_order_quantity: 1140,
  order_increment: 570,
  available_quantity: 45_600,
  img: '/products/fan120.webp',
  category: 'cooling',
  part_number: 'WW-1',
  specification: {
    rows: [{ label: 'Speed', value: '1500 rpm' }],
    rails: [{ rail: '+12V', current: '2 A', power: '24 W' }],
  },
}
const second: Required<NewTool> = {
  name: 'Second',
  description: 'The other one.',
  price: 1400.5,
  price_breaks: [{ from: 2280, price: 1200 }],
  minimum_order_quantity: 30,
  order_increment: 15,
  available_quantity: 500,
  img: 'https://example.com/picture.webp',
  category: 'cases',
  part_number: 'WW-2',
  specification: { rows: [{ label: 'Size', value: '120 mm' }] },
}

const answered = async (answer: Response) => Tool.parse(await answer.json())
const read = async ({ _id }: Tool) => answered(await shop.app.request(`/api/tool/${_id}`))

const auditedOf = ({ _id }: Tool) =>
  shop.db.select().from(auditEntries).where(eq(auditEntries.subjectId, _id)).orderBy(auditEntries.id)

test('every field that POST accepts is stored, returned and recorded', async () => {
  const made = await answered(await shop.app.request('/api/tool', json('POST', first, headers)))
  expect(await read(made)).toMatchObject(first)
  expect(await auditedOf(made)).toMatchObject([{ action: 'tool.added', after: first }])
})

/** Every text and number in it, at any depth, as a page shows it. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(wordsOf)
  return typeof value === 'number' ? [value.toLocaleString('en-US')] : [String(value)]
}

test('the product page shows every word and number of the product', async () => {
  const made = await answered(
    await shop.app.request('/api/tool', json('POST', { ...first, part_number: 'WW-3' }, headers)),
  )
  const page = await (await shop.app.request(`${shop.config.publicUrl}/tool/${made._id}`)).text()
  // Only what is about the product: the header and the footer of every page name categories and countries too.
  const main = /<main[^]*<\/main>/.exec(page)?.[0] ?? ''
  const text = main.replaceAll(/<script[^]*?<\/script>/g, '').replaceAll(/<[^>]*>/g, '')
  const { category, img: _shown, ...words } = { ...first, part_number: 'WW-3' }
  for (const word of [categoryNames[category], ...wordsOf(words)]) expect(text).toContain(word)
})

test.each(Object.keys(NewTool.shape))('PATCH stores and records %s and changes nothing else', async (field) => {
  const plain = { ...first, part_number: `of ${field}`.slice(0, 20) }
  const made = await answered(await shop.app.request('/api/tool', json('POST', plain, headers)))
  const change = { [field]: Reflect.get(second, field) }
  const changed = await shop.app.request(
    `/api/tool/${made._id}`,
    json('PATCH', { ...change, version: made.version }, headers),
  )
  expect(changed.status).toBe(200)
  expect(await read(made)).toMatchObject({ ...plain, ...change })
  expect((await auditedOf(made)).slice(1)).toMatchObject([{ after: change }])
})
