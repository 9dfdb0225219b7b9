import type { Page } from '@playwright/test'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { langOf } from '#shared/language.ts'
import { signUp } from './accounts.ts'
import { dialog, openAsAdmin, otherVisitor, row, test } from './administration.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { paidTitle, payWith } from './purchase.ts'
import { cards, expectLive, bearerOf, listedTools, main, tellLife, title } from './locators.ts'

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
const offerMessage = 'প্রতি মাসে নিলে দশ শতাংশ ছাড়।'
const address = 'বাড়ি ৭, রোড ৩\nধানমন্ডি, ঢাকা ১২০৫'

/** The weights of the Bangla font files that a page has fetched so far, except the one for the footer's phrase. */
function banglaFonts(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const [, weight] = /\/anek-bangla(-semibold)?-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (/\/anek-bangla(-semibold)?-[\w-]{8}\.woff2$/.test(request.url())) fetched.push(weight ? '600' : '400')
  })
  return fetched
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = await bearerOf(page)
  expect((await page.request.post(`/api${path}`, { data, headers })).ok(), path).toBe(true)
}

/** Opens a page that shows such a text, and asserts that every text is marked with the right language. */
async function expectTrueLanguages(page: Page, path: string, text: string, foreign: readonly string[] = []) {
  await page.goto(path)
  await expect(page.locator('main, aside, div').getByText(text).filter({ visible: true }).first(), path).toBeVisible()
  await expectLanguages(page, foreign)
}

/** `foreign`: the Bangla words within texts that are English overall. */
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

/** The font families that the browser chose for the glyphs of an element; fonts of the machine in parentheses. */
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

// The first test needs a shop in which nobody has written Bangla yet.
test.describe.configure({ mode: 'serial' })

test('pages without Bangla content fetch its font only for typed text, and the footer shows its Bangla phrase', async ({
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

test('Bangla text that people write is shown in the Bangla font and marked with its language everywhere', async ({
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

  const headers = await bearerOf(page)
  const [asked]: { _id: string }[] = await (await page.request.get('/api/quote', { headers })).json()
  const [sold] = await listedTools(page)
  const lines = [{ toolId: sold?._id, quantity: 50, unitPrice: 5 }]
  const validUntil = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  await post(page, `/quote/${asked?._id}/offer`, { lines, validUntil, message: offerMessage })

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
  await expectTrueLanguages(page, `/quote/${asked?._id}`, offerMessage)
  await expectTrueLanguages(page, '/managetools', tool.name)
  await row(page, tool.name).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(tool.name)
  await expectLanguages(page)
  await dialog(page).getByRole('button', { name: 'Keep it' }).click()

  // Fonts that the previous page is still fetching must not count.
  await page.goto('about:blank')
  const fonts = banglaFonts(page)
  await expectTrueLanguages(page, '/review', review.description, [mixed.description])
  await expect.poll(() => fonts.toSorted()).toEqual(['400', '600'])
  await page.evaluate(() => document.fonts.ready)
  const text = cards(page).filter({ hasText: review.name }).getByText(review.description)
  await text.evaluate((element) => (element.id = 'seen'))
  expect(await fontsOf(page, '#seen')).toEqual(['Anek Bangla', 'Instrument Sans'])
  // Without scripts too.
  expect(await (await page.request.get('/review')).text()).toMatch(/<p [^>]*lang="bn">পণ্যের মান/)
})

test('a quantity typed in Bangla digits is ordered', async ({ page }) => {
  await signUp(page)
  await page.getByRole('link', { name: 'Purchase AF-120 Case Fan' }).click()
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await quantity.press('ControlOrMeta+a')
  await quantity.pressSequentially('২৫০')
  await expect(quantity).toHaveValue('250')
  await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue('251')
  // Typing in the middle keeps the caret in place too.
  await quantity.press('Home')
  await quantity.press('ArrowRight')
  await quantity.pressSequentially('০৩')
  await expect(quantity).toHaveValue('20351')
  await expect(page.getByText(messages.quantityOutOfRange)).toBeVisible()
  // Input that is not a number stays, with a message about what is expected.
  await quantity.fill('১২টি')
  await expect(quantity).toHaveValue('12টি')
  await expect(page.getByText(messages.quantityOutOfRange)).toBeVisible()
  await expectAccessible(page)
  await quantity.fill('৩৫০')
  await expect(page.getByText(/^350 × /)).toBeVisible()
  await page.getByLabel('Delivery address').fill(address)
  await page.getByLabel('Phone').fill('০১৭১১-০০০০০০')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page).toHaveURL(/\/payment\//)
  await expect(page.getByRole('definition').filter({ hasText: /^350$/ })).toBeVisible()
})

test('prices to search for, quote figures and product figures can be typed in Bangla digits', async ({
  page,
  problems,
}) => {
  problems.expect(/422/)
  await tellLife(page)
  await openAsAdmin(page, '/tools')
  const [from, to] = [main(page).getByLabel('Price from'), main(page).getByLabel('to', { exact: true })]
  await from.fill('৭')
  await to.fill('সস্তা')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/tools')
  await expect(to).toBeFocused()
  await to.fill('৪০.৫')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/tools?min_price=7&max_price=40.5')
  await expect(from).toHaveValue('7')
  await page.goto('/tools')
  await main(page).getByRole('searchbox').fill('৬০০ w psu')
  await main(page).getByRole('searchbox').press('Enter')
  await expect(cards(page).first()).toContainText('SX-600 SFX Supply')

  await page.goto('/buyproduct')
  await expectLive(page)
  await page.getByLabel('Price', { exact: true }).pressSequentially('৬.২০')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('6.20')
  await page.getByLabel('Quantity').pressSequentially('১,২০০')
  await expect(page.getByText('$7,440.00')).toBeVisible()
  await page.getByLabel('Quantity').fill('অনেক')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(fieldMessages.wholeNumber)).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('অনেক')

  await page.goto('/addtool')
  await expect(title(page)).toHaveText('Add Product')
  for (const [label, typed] of Object.entries({
    Name: 'Counted in Bangla',
    Description: 'A product.',
    'Price, USD': '৮৪.৫০',
    'Minimum order': '১০',
    Available: '৫০০',
    'Picture address': tool.img,
  })) {
    await page.getByLabel(label, { exact: true }).fill(typed)
  }
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('is now in the tools list')).toBeVisible()
  const added = (await listedTools(page)).find(({ name }) => name === 'Counted in Bangla')
  expect(added).toMatchObject({ price: 84.5, minimum_order_quantity: 10, available_quantity: 500 })
})
