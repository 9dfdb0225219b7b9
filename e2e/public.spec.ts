import { messages } from '#content/messages.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

for (const path of ['/', '/home', '/login', '/signup']) {
  test(`${path} opens for anyone, without a complaint`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
}

test('an unknown path is 404 and says so', async ({ page, problems }) => {
  problems.expect(/status of 404/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: messages.notFoundTitle })).toBeVisible()
  await expectAccessible(page)
})

for (const path of ['/tool/none', '/tools?q=%00']) {
  test(`${path}, which nothing can be at, is 404 and not a failure of ours`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(404)
  })
}
