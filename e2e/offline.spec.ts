import { signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { main, title, toast } from './locators.ts'

test('what a toast would say is said without its code, and the page stays', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  await page.route(/\/assets\/toaster-/, (route) => route.abort())
  await signUp(page)
  const add = main(page).getByRole('button', { name: 'Add to order: WX-850 Modular ATX' })
  await add.click()
  const said = toast(page, 'Added: 20 × WX-850 Modular ATX')
  await expect(said).toBeVisible()
  await expectAccessible(page)
  await said.getByRole('link', { name: 'See your order' }).click()
  await expect(title(page)).toHaveText('Your order')
  await expect(said).toBeHidden()
})
