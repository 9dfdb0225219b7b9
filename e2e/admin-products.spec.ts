import type { Page } from '@playwright/test'
import {
  columnHead,
  dialog,
  expectAccessibleInBothThemes,
  fillIn,
  openAsAdmin,
  pressIn,
  row,
  search,
  test,
} from './administration.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, sideMenu, title, toast } from './locators.ts'

// One after the other: they share one shop.
test.describe.configure({ mode: 'default' })

const { step } = test

test('the product list keeps search, category, order and page in the address, and back and forward follow it', async ({
  page,
}) => {
  await openAsAdmin(page, '/managetools')
  const count = main(page).getByText(/ of \d+ products$/)
  const category = main(page).getByLabel('Category')

  await step('the admin menu has no customer items', async () => {
    await expect(sideMenu(page)).toHaveText([
      'Today',
      'Orders',
      'Payments to check',
      'Quote requests',
      'Manage product',
      'Add Product',
      'Make Admin',
      'Mail',
      'Audit log',
      'My Profile',
    ])
    await expect(count).toHaveText(/^1 to 20 of/)
  })

  await step('Next and Previous page through the list, and a reload keeps the page', async () => {
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\?cursor=/)
    await expect(count).toHaveText(/^21 to \d+ of/)
    await page.goBack()
    await expect(count).toHaveText(/^1 to 20 of/)
    await page.goForward()
    await page.reload()
    await expect(count).toHaveText(/^21 to \d+ of/)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(count).toHaveText(/^1 to 20 of/)
  })

  await step('the Price heading sorts up, then down', async () => {
    const price = columnHead(page, 'Price')
    for (const [sort, order] of [
      ['price', 'ascending'],
      ['-price', 'descending'],
    ]) {
      await price.getByRole('link').click()
      await expect(page).toHaveURL(`/managetools?sort=${sort}`)
      await expect(price).toHaveAttribute('aria-sort', order ?? '')
      const shown = await pricesShown(page)
      const up = shown.toSorted((a, b) => a - b)
      expect(shown).toEqual(order === 'ascending' ? up : up.toReversed())
    }
  })

  await step('search and category filter the sorted list, and Back undoes them one by one', async () => {
    await search(page, 'fan')
    await expect(page).toHaveURL(/\?sort=-price&q=fan/)
    await category.selectOption('Cooling')
    await expect(page).toHaveURL(/\?sort=-price&q=fan&category=cooling$/)
    await expect(row(page, 'AF-120 Case Fan')).toBeVisible()
    await expect(row(page, 'WX-850')).toBeHidden()
    await page.goBack()
    await expect(category).toHaveValue('')
    await expect(main(page).getByRole('searchbox')).toHaveValue('fan')
    await page.goBack()
    await expect(main(page).getByRole('searchbox')).toHaveValue('')
    await page.goForward()
    await page.goForward()
    await expect(category).toHaveValue('cooling')
    await expect(columnHead(page, 'Price')).toHaveAttribute('aria-sort', 'descending')
  })

  await step('a search without matches says so and leads back to all products', async () => {
    await search(page, 'xyzzy')
    await expect(page.getByRole('heading', { name: 'No matching products' })).toBeVisible()
    await page.getByRole('link', { name: 'Show all products' }).click()
    await expect(count).toHaveText(/^1 to 20 of/)
  })
})

async function pricesShown(page: Page): Promise<number[]> {
  const texts = await page.getByRole('cell', { name: /^\$/ }).allInnerTexts()
  return texts.map((text) => Number(text.replaceAll(/[$,]/g, '')))
}

test('an edit sends only the changed fields and merges what somebody else changed meanwhile', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 409/)
  await openAsAdmin(page, '/managetools?q=TC-7')
  await page.getByRole('link', { name: 'Edit TC-7 Glass Tower' }).click()
  await expect(title(page)).toHaveText('Edit product')
  const call = page.url().replace('/managetools/', '/api/tool/')
  const before = await (await page.request.get(call)).json()

  await step('a stale edit is merged instead of saved', async () => {
    await fillIn(page, { Name: 'TC-7 Tall Tower', Available: '777' })
    const meanwhile = await page.request.patch(call, {
      headers: await bearerOf(page),
      data: { version: before.version, price: 199, available_quantity: 555 },
    })
    expect(meanwhile.status()).toBe(200)
    await pressIn(main(page), 'Save')
    const alert = main(page).getByRole('alert')
    await expect(alert).toContainText('was changed while you were editing')
    await expect(alert.getByRole('listitem')).toHaveText([
      /^Price: from .* to \$199.00$/,
      /^Available: from .* to 555 \(yours: 777\)$/,
    ])
    await expect(alert).toContainText('your version will replace the current one')
    await expect(alert).toBeFocused()
    await expect(alert).toBeInViewport()
    await expect(page.getByLabel('Name')).toHaveValue('TC-7 Tall Tower')
    await expect(page.getByLabel('Available')).toHaveValue('777')
    await expect(page.getByLabel('Price')).toHaveValue('199')
    await expectAccessibleInBothThemes(page)
  })

  await step('saving again changes only the typed fields and returns to the filtered list', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await pressIn(main(page), 'Save')
    const change = { name: 'TC-7 Tall Tower', stock_change: 777 - 555 }
    expect((await sent).postDataJSON()).toEqual({ ...change, version: before.version + 1 })
    await expect(toast(page, 'TC-7 Tall Tower was saved')).toBeVisible()
    await expect(page).toHaveURL('/managetools?q=TC-7')
    await expect(row(page, 'TC-7 Tall Tower')).toContainText('$199.00')
    expect(await (await page.request.get(call)).json()).toMatchObject({
      name: change.name,
      available_quantity: 777,
      price: 199,
      img: before.img,
    })
  })
})

test('deleting a product asks first, and the toast can undo it', async ({ page }) => {
  const name = 'MC-2 Compact Case'
  await openAsAdmin(page, '/managetools?q=MC-2')
  const remove = page.getByRole('button', { name: `Delete ${name}` })
  const undo = toast(page, `${name} was deleted`).getByRole('button', { name: 'Undo' })
  const listed = async () => (await (await page.request.get('/api/tool')).text()).includes(name)

  await step('Keep it has the focus, and Escape or a click outside returns it to the button', async () => {
    await remove.click()
    await expect(dialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await remove.click()
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await remove.click()
    await page.mouse.click(5, 5)
    await expect(remove).toBeFocused()
    expect(await listed()).toBe(true)
  })

  await step('Undo brings it back', async () => {
    await remove.click()
    await pressIn(dialog(page), 'Delete')
    await expect(undo).toBeVisible()
    await expect(row(page, name)).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
    expect(await listed()).toBe(false)
    const clock = page.locator('.Toastify__progress-bar').last()
    await undo.focus()
    await expect(clock).toHaveCSS('animation-play-state', 'paused')
    await undo.blur()
    await expect(clock).toHaveCSS('animation-play-state', 'running')
    // The toast stays while the pointer is over it.
    await undo.hover()
    await expectAccessibleInBothThemes(page)
    await undo.press('Enter')
    await expect(toast(page, `${name} is back in the tools list`)).toBeVisible()
    await expect(row(page, name)).toBeVisible()
    await expect(page.locator('.admin-table')).toBeFocused()
    expect(await listed()).toBe(true)
  })

  await step('without Undo the product stays deleted', async () => {
    await remove.click()
    await pressIn(dialog(page), 'Delete')
    await expect(undo).toBeVisible()
    await expect(undo).toBeHidden()
    expect(await listed()).toBe(false)
  })
})
