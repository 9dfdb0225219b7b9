import { messages } from '#content/messages.ts'
import { signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { main, move, title, toast } from './locators.ts'

test('a toast still shows when its code fails to load, and the page stays', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  await page.route(/\/assets\/toaster-/, (route) => route.abort())
  await page.clock.install()
  await signUp(page)
  const add = main(page).getByRole('button', { name: 'Add to order: WX-850 Modular ATX' })
  await add.click()
  const said = toast(page, 'Added: 20 × WX-850 Modular ATX')
  // The toast stays while it is hovered or focused, so that there is time to read it.
  const link = said.getByRole('link', { name: 'See your order' })
  await said.hover()
  await page.clock.fastForward(6000)
  await link.focus()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(6000)
  await expectAccessible(page)
  await link.click()
  await expect(title(page)).toHaveText('Your order')
  await page.mouse.move(0, 0)
  await page.clock.fastForward(6000)
  await expect(said).toBeHidden()
})

test('Add to order asks for a reload when its code did not load', async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await signUp(page)
  await page.goto('/tools')
  await page.waitForLoadState('networkidle')
  const add = main(page).getByRole('button', { name: 'Add to order: WX-850 Modular ATX' })
  await context.setOffline(true)
  await add.click()
  await expect(toast(page, messages.codeMissing)).toBeVisible()
  await page.clock.fastForward(6000)
  await expect(toast(page, messages.codeMissing)).toBeHidden()
  await context.setOffline(false)
  await page.reload()
  await add.click()
  await expect(toast(page, 'Added: 20 × WX-850 Modular ATX')).toBeVisible()
})

test('a 3D model that fails to load blames the connection, not the browser', async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await signUp(page)
  await page
    .getByRole('link', { name: /^Purchase / })
    .first()
    .click()
  const show = main(page).getByRole('button', { name: 'View in 3D' })
  await expect(show).toBeVisible()
  await context.setOffline(true)
  await show.click()
  await expect(main(page).getByText(messages.codeMissing)).toBeVisible()
})

for (const [from, link, to] of [
  ['/tools', /^Purchase /, /\/tool\/[\w-]+$/],
  ['/dashboard/cart', 'My Orders', /\/dashboard$/],
] as const) {
  test(`without a connection ${from} stays, and its links work once it is back`, async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|reloading page|dynamically imported module/)
    await signUp(page)
    await page.goto(from)
    const way = page.getByRole('link', { name: link }).first()
    await move(page)
    await page.waitForLoadState('networkidle')
    const heading = await title(page).textContent()
    await way.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    await context.setOffline(true)
    for (const times of [1, 2]) {
      await way.click()
      await expect(toast(page, messages.offline)).toHaveCount(times)
      await expect(page).toHaveURL(from)
      await expect(title(page)).toHaveText(heading ?? '')
      expect(await page.evaluate(() => scrollY)).toBe(place)
    }
    await context.setOffline(false)
    await way.click()
    await expect(page).toHaveURL(to)
    await expect(title(page)).not.toHaveText(heading ?? '')
    await page.goBack()
    await expect(title(page)).toHaveText(heading ?? '')
  })
}
