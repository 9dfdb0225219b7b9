import { signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('the filter of the tools list is the address: it can be shared, and gone back through', async ({ page }) => {
  await signUp(page)
  const main = page.getByRole('main')
  const search = main.getByRole('searchbox')
  await search.fill('600w psu')
  await search.press('Enter')
  await expect(page).toHaveURL('/tools?q=600w+psu')
  await expect(main.getByRole('article')).toHaveCount(1)
  await expect(main.getByText('1 of 1 tool')).toBeVisible()

  await search.fill('fan')
  await main.getByLabel('Price from').fill('7')
  await main.getByLabel('to', { exact: true }).fill('40')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/tools?q=fan&min_price=7&max_price=40')
  await main.getByLabel('In stock').check()
  await expect(page).toHaveURL('/tools?q=fan&min_price=7&max_price=40&in_stock=true')
  await main.getByLabel('Order').selectOption('Lowest price first')
  await expect(page).toHaveURL(/sort=price/)
  await main.getByRole('link', { name: /^Cooling/ }).click()
  await expect(page).toHaveURL(/category=cooling/)
  const shared = page.url()

  for (let steps = 0; steps < 3; steps += 1) await page.goBack()
  await expect(page).toHaveURL('/tools?q=fan&min_price=7&max_price=40')
  await expect(main.getByLabel('In stock')).not.toBeChecked()
  await page.goBack()
  await expect(search).toHaveValue('600w psu')
  await expect(main.getByLabel('Price from')).toHaveValue('')
  await page.goForward()
  await expect(main.getByLabel('Price from')).toHaveValue('7')

  await page.goto(shared)
  await expect(main.getByLabel('In stock')).toBeChecked()
  await expect(main.getByRole('link', { name: /^Cooling/ })).toHaveAttribute('aria-current', 'page')
})

test('Show more lengthens the list, and nothing found says what to do', async ({ page }) => {
  await signUp(page)
  const main = page.getByRole('main')
  const more = main.getByRole('link', { name: 'Show more' })
  const shown = main.getByRole('article')
  await expect(shown).toHaveCount(9)
  await more.click()
  await expect(shown).toHaveCount(18)

  let before = 9
  for (let count = 18; await more.isVisible(); count = await shown.count()) {
    before = count
    await more.click()
    await expect(shown).not.toHaveCount(count)
  }
  // The button is gone: the first of what it brought has the focus.
  await expect(shown.nth(before).getByRole('heading').getByRole('link')).toBeFocused()

  await page.goto('/tools?q=xyzzy')
  await expect(main.getByText('No tool fits that')).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Show all tools' }).click()
  await expect(page).toHaveURL('/tools')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the strip of categories shows which is chosen', async ({ page }) => {
    await signUp(page)
    await page.goto('/tools?category=cooling')
    const chosen = page.getByRole('main').getByRole('link', { name: /^Cooling/ })
    await expect(chosen).toBeInViewport({ ratio: 1 })
    await page.goto('/tools')
    await expect(page.getByRole('main').getByRole('link', { name: /^All/ })).toBeInViewport({ ratio: 1 })
  })
})
