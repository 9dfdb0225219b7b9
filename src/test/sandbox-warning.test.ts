import { afterAll, expect, test } from 'vitest'
import { openTestSite } from '#testing/site.ts'

const site = await openTestSite()
afterAll(() => site.close())

const pages = ['/', '/tools', '/login', '/dashboard', '/sandbox/sign-in/choose', '/no-such-page', '/api/docs']

test.each(pages)('%s warns of sandboxes only where others can reach the shop', async (path) => {
  const textWith = async (sandboxExposed: boolean) => (await site.appWith({ sandboxExposed }).request(path)).text()
  expect(await textWith(true)).toContain('This is a test shop: anyone can sign in as anyone, and no payment is real.')
  expect(await textWith(false)).not.toContain('This is a test shop')
})
