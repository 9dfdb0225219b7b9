import { expect, test } from './fixtures.ts'

for (const path of ['/tool/none', '/tools?q=%00']) {
  test(`${path}, which nothing can be at, is 404 and not a failure of ours`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(404)
  })
}
