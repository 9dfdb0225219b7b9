import { expect, test } from './fixtures.ts'

for (const path of ['/tool/none', '/tools?q=%00']) {
  test(`${path} cannot exist and is 404, not a server error`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(404)
  })
}
