import type { Page } from '@playwright/test'
import { langOf } from '#shared/language.ts'
import { signUp } from './accounts.ts'
import { dialog, openAsAdmin, otherVisitor, row, test } from './administration.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { paidTitle, payWith } from './purchase.ts'
import { cards, keptToken, main } from './walk.ts'

const buyer = { name: 'মোঃ রফিকুল ইসলাম', email: 'rafiqul@example.com', password: 'secret-6' }
const tool = {
  name: 'পাওয়ার সাপ্লাই ৬০০',
  description: 'শক্তিশালী ও নির্ভরযোগ্য, WX-850 এর মতো। দুই বছরের ওয়ারেন্টি।',
  price: 84.5,
  img: '/products/wx850-640.webp',
  available_quantity: 5000,
  specification: { rows: [{ label: 'ওয়ারেন্টি', value: 'দুই বছর' }] },
}
const review = {
  name: 'শর্মিলা র‍্যাহমান',
  description: 'পণ্যের মান খুব ভালো, সময়মতো পেয়েছি। দ্রুত ডেলিভারি!',
  rating: 5,
}
const mixed = {
  name: 'Nusrat Jahan',
  description: 'Arrived on time, and the driver said ধন্যবাদ for the tea.',
  rating: 4,
}
const quote = {
  name: 'মোহাম্মদ রফিকুল ইসলাম',
  email: buyer.email,
  phone: '+8801711000000',
  productName: 'কুলিং ফ্যান ১২০ মিমি',
  price: 5,
  quantity: 50,
}
const address = 'বাড়ি ৭, রোড ৩\nধানমন্ডি, ঢাকা ১২০৫'

/** The files of Bangla that a page has fetched so far, but for that of the phrase in the footer. */
function banglaFonts(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const [, weight] = /\/anek-bangla(-semibold)?-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (/\/anek-bangla(-semibold)?-[\w-]{8}\.woff2$/.test(request.url())) fetched.push(weight ? '600' : '400')
  })
  return fetched
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { authorization: `Bearer ${await keptToken(page)}` }
  expect((await page.request.post(`/api${path}`, { data, headers })).ok(), path).toBe(true)
}

/** Opens a page that shows such a text, and asserts that each of its texts has the language it is in, and no other. */
async function expectTrueLanguages(page: Page, path: string, text: string, foreign: readonly string[] = []) {
  await page.goto(path)
  await expect(page.locator('main, aside, div').getByText(text).filter({ visible: true }).first(), path).toBeVisible()
  await expectLanguages(page, foreign)
}

/** `foreign`: the Bangla words in texts that are English as a whole. */
async function expectLanguages(page: Page, foreign: readonly string[] = []): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const marked = page.locator('[lang="bn"]')
  const texts = await marked.evaluateAll((all) => all.map((each) => each.getAttribute('alt') ?? each.textContent))
  expect(texts.filter((text) => langOf(text) !== 'bn')).toEqual([])
  const unmarked = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement
      if (around?.closest('script, [lang="bn"]') || !/\p{Script=Bengali}/u.test(node.nodeValue ?? '')) continue
      found.push(node.nodeValue ?? '')
    }
    return found
  })
  expect(unmarked).toEqual(foreign)
}

/** The families that draw an element's text, as the browser chose for each glyph; those of the machine in parentheses. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { root } = await devtools.send('DOM.getDocument')
  await devtools.send('CSS.enable')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts
    .map(({ familyName, isCustomFont }) => (isCustomFont ? familyName.replace(/ Medium$/, '') : `(${familyName})`))
    .toSorted()
}

// The first is about a shop in which nobody has written Bangla yet.
test.describe.configure({ mode: 'serial' })

test('pages without Bangla fetch its font for nothing but what is typed, and the footer has its phrase', async ({
  page,
}) => {
  const fonts = banglaFonts(page)
  for (const path of ['/', '/review', '/blogs', '/buyproduct']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const phrase = page.getByRole('contentinfo').getByText('ঢাকায় তৈরি')
    await expect(phrase).toHaveAttribute('lang', 'bn')
    await phrase.scrollIntoViewIfNeeded()
    await page.evaluate(() => document.fonts.ready)
    expect(await fontsOf(page, 'footer [lang="bn"]'), path).toEqual(['Anek Bangla'])
    expect(fonts, path).toEqual([])
  }
  await page.getByLabel('Name', { exact: true }).fill(buyer.name)
  await expect.poll(() => fonts).toEqual(['400'])
})

test('what people write in Bangla is drawn in its font and has its language, wherever it is shown', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAsAdmin(page, '/managetools')
  await post(page, '/tool', tool)
  const customer = await otherVisitor(browser, baseURL)
  await signUp(customer, buyer)
  await expectLanguages(customer)
  await post(customer, '/addreview', mixed)
  await post(customer, '/addreview', review)
  await post(customer, '/quote', quote)

  await customer.getByRole('link', { name: `Purchase ${tool.name}` }).click()
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText(tool.name)
  await expect(main(customer).locator('dd').filter({ hasText: buyer.name })).toHaveAttribute('lang', 'bn')
  const product = new URL(customer.url()).pathname
  await expectLanguages(customer)
  await customer.getByLabel('Delivery address').fill(address)
  await customer.getByLabel('Phone').fill('০১৭১১-০০০০০০')
  await customer.getByRole('button', { name: 'Order Now' }).click()
  await expect(customer).toHaveURL(/\/payment\//)
  await expect(customer.getByText('ধানমন্ডি')).toBeVisible()
  await expectLanguages(customer)
  const order = new URL(customer.url()).pathname.split('/').at(-1)
  await payWith(customer, '4242 4242 4242 4242')
  await expect(paidTitle(customer)).toBeVisible()
  await expectTrueLanguages(customer, `/dashboard/receipt/${order}`, 'ধানমন্ডি')
  await expectTrueLanguages(customer, '/dashboard', tool.name)
  await expectTrueLanguages(customer, '/dashboard/myprofile', buyer.name)
  await expectTrueLanguages(customer, product, tool.description.slice(-15))
  await expectAccessible(customer)

  await expectTrueLanguages(page, '/dashboard/users', buyer.name)
  await expectTrueLanguages(page, '/dashboard/quotes', quote.name)
  await expectTrueLanguages(page, '/managetools', tool.name)
  await row(page, tool.name).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(tool.name)
  await expectLanguages(page)
  await dialog(page).getByRole('button', { name: 'Keep it' }).click()

  const fonts = banglaFonts(page)
  await expectTrueLanguages(page, '/review', review.description, [mixed.description])
  await expect.poll(() => fonts.toSorted()).toEqual(['400', '600'])
  await page.evaluate(() => document.fonts.ready)
  const text = cards(page).filter({ hasText: review.name }).getByText(review.description)
  await text.evaluate((element) => (element.id = 'seen'))
  expect(await fontsOf(page, '#seen')).toEqual(['Anek Bangla', 'Instrument Sans'])
  // Also where no script runs.
  expect(await (await page.request.get('/review')).text()).toMatch(/<p [^>]*lang="bn">পণ্যের মান/)
})
