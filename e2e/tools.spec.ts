import { signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { listedTools, main } from './locators.ts'

test('the address holds the tool list’s filter, so it can be shared and stepped back through', async ({ page }) => {
  await signUp(page)
  const search = main(page).getByRole('searchbox')
  await search.fill('600w psu')
  await search.press('Enter')
  await expect(page).toHaveURL('/tools?q=600w+psu')
  await expect(main(page).getByRole('article')).toHaveCount(1)
  await expect(main(page).getByText('1 of 1 tool')).toBeVisible()

  await search.fill('fan')
  await main(page).getByLabel('Price from').fill('7')
  await main(page).getByLabel('to', { exact: true }).fill('40')
  await main(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/tools?q=fan&min_price=7&max_price=40')
  await main(page).getByLabel('In stock').check()
  await expect(page).toHaveURL('/tools?q=fan&min_price=7&max_price=40&in_stock=true')
  await main(page).getByLabel('Sort by').selectOption('Lowest price first')
  await expect(page).toHaveURL(/sort=price/)
  await main(page)
    .getByRole('link', { name: /^Cooling/ })
    .click()
  await expect(page).toHaveURL(/category=cooling/)
  const shared = page.url()

  for (let steps = 0; steps < 3; steps += 1) await page.goBack()
  await expect(page).toHaveURL('/tools?q=fan&min_price=7&max_price=40')
  await expect(main(page).getByLabel('In stock')).not.toBeChecked()
  await page.goBack()
  await expect(search).toHaveValue('600w psu')
  await expect(main(page).getByLabel('Price from')).toHaveValue('')
  await page.goForward()
  await expect(main(page).getByLabel('Price from')).toHaveValue('7')

  await page.goto(shared)
  await expect(main(page).getByLabel('In stock')).toBeChecked()
  await expect(main(page).getByRole('link', { name: /^Cooling/ })).toHaveAttribute('aria-current', 'page')
})

test('all tools stand on one page, their pictures fetched as they come near', async ({ page }) => {
  await signUp(page)
  const shown = main(page).getByRole('article')
  const { length } = await listedTools(page)
  await expect(shown).toHaveCount(length)
  await expect(main(page).getByText(`${length} of ${length} tools`)).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Show more' })).toBeHidden()
  const isLoaded = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0
  const last = shown.last().locator('img')
  expect(await last.evaluate(isLoaded)).toBe(false)
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => last.evaluate(isLoaded)).toBe(true)
})

test('a search without results says what to do', async ({ page }) => {
  await signUp(page)
  await page.goto('/tools?q=xyzzy')
  await expect(main(page).getByText('No matching tools')).toBeVisible()
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Show all tools' }).click()
  await expect(page).toHaveURL('/tools')
})

test('a price range from 50 to 10 becomes 10 to 50, in the boxes too', async ({ page }) => {
  await signUp(page)
  const [from, to] = [main(page).getByLabel('Price from'), main(page).getByLabel('to', { exact: true })]
  // The second time the address is already the same.
  for (const _time of [1, 2]) {
    await from.fill('50')
    await to.fill('10')
    await main(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/tools?min_price=10&max_price=50')
    await expect(from).toHaveValue('10')
    await expect(to).toHaveValue('50')
  }
  await expect(main(page).getByRole('article').first()).toBeVisible()
})

test('prices in the millions, as in rupiah, can be searched for', async ({ page }) => {
  await signUp(page)
  for (const [typed, asked] of [
    ['1,350,000', '1350000'],
    ['13,50,000', '1350000'],
    ['99,999,999', '99999999'],
  ] as const) {
    await main(page).getByLabel('to', { exact: true }).fill(typed)
    await main(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(`/tools?max_price=${asked}`)
    await page.goto('/tools')
  }
})

test('text typed while a list is loading stays after it has loaded', async ({ page }) => {
  await signUp(page)
  const search = main(page).getByRole('searchbox')
  const asked = Promise.withResolvers<undefined>()
  await page.route(/min_price=7/, async (route) => {
    await asked.promise
    await route.continue()
  })
  await main(page).getByLabel('Price from').fill('7')
  await main(page).getByRole('button', { name: 'Apply' }).click()
  await search.fill('fan')
  await main(page).getByLabel('Price from').fill('8')
  asked.resolve(undefined)
  await expect(page).toHaveURL('/tools?min_price=7')
  await expect(main(page).getByText(/^\d+ of \d+ tools$/)).toBeVisible()
  await expect(search).toHaveValue('fan')
  await expect(main(page).getByLabel('Price from')).toHaveValue('8')
})

for (const width of [390, 820, 1440]) {
  test(`Tab goes through the filter in visual order, and a last card alone fills its row, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signUp(page)
    const search = main(page).getByRole('searchbox')
    await search.focus()
    const stops: number[] = []
    for (let stop = 0; stop < 11; stop++) {
      stops.push(
        await page.evaluate(() => {
          const { top, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
          return scrollY + top + height / 2
        }),
      )
      await page.keyboard.press('Tab')
    }
    await expect(main(page).getByRole('button', { name: 'Apply' })).not.toBeFocused()
    for (const [index, middle] of stops.entries()) {
      expect(middle, `the height of stop ${index}`).toBeGreaterThanOrEqual((stops[index - 1] ?? 0) - 8)
    }

    const cards = main(page).getByRole('article')
    const last = await cards.last().boundingBox()
    const beforeIt = await cards.nth(-2).boundingBox()
    const isAlone = last?.y !== beforeIt?.y
    const grid = await main(page).locator('.tool-grid').boundingBox()
    if (isAlone) expect(last?.width).toBeGreaterThanOrEqual((grid?.width ?? Infinity) - 1)
  })
}

test('all prices in the last row of cards are level', async ({ page }) => {
  await page.goto('/')
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const places = await page.locator('.tool-card').evaluateAll((cards) =>
      cards.map((card) => {
        const { top } = card.getBoundingClientRect()
        const price = card.lastElementChild?.getBoundingClientRect().bottom ?? 0
        return { row: Math.round(top), price: Math.round(price) }
      }),
    )
    const last = places.at(-1)
    const inItsRow = places.filter(({ row }) => row === last?.row)
    expect(inItsRow.length, `${width} px`).toBe(width === 820 ? 2 : 3)
    for (const { price } of inItsRow) expect(price).toBe(last?.price)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('words can be searched for with the button in the box and by keyboard', async ({ page }) => {
    await signUp(page)
    await page.goto('/tools')
    const box = main(page).getByRole('searchbox')
    await box.fill('tower')
    await main(page).getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/tools?q=tower')
    await box.fill('fan')
    await box.press('Enter')
    await expect(page).toHaveURL('/tools?q=fan')
  })

  test('the chosen category is visible in the strip', async ({ page }) => {
    await signUp(page)
    await page.goto('/tools?category=cooling')
    const chosen = main(page).getByRole('link', { name: /^Cooling/ })
    await expect(chosen).toBeInViewport({ ratio: 1 })
    await page.goto('/tools')
    await expect(main(page).getByRole('link', { name: /^All/ })).toBeInViewport({ ratio: 1 })
  })
})
