import { expect, test } from 'vitest'
import { tokenKey } from '#web/lib/storage.ts'
import { textPages } from './company.ts'
import { messages } from './messages.ts'
import { site } from './site.ts'

const footerLinks = site.footer.flatMap<{ label: string; to: string }>(({ entries }) => [...entries])

test.each(footerLinks)('the footer’s $label leads to a page of that name', ({ label, to }) => {
  expect(textPages.find(({ path }) => path === to)?.name).toBe(label)
})

test('no two pages share an address', () => {
  const paths = textPages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test.each(['/contact', '/privacy'])('%s has an e-mail and a phone', (path) => {
  const rows = textPages.find((page) => page.path === path)?.sections.flatMap(({ rows: each = [] }) => each)
  expect(rows).toContainEqual({ label: 'E-mail', value: site.email, href: `mailto:${site.email}` })
  expect(rows).toContainEqual({ label: 'Phone', value: site.phone, href: expect.stringMatching(/^tel:\+\d+$/) })
})

test('the message about a removed account gives the e-mail and the phone of the shop', () => {
  expect(messages.accountRemoved).toContain(site.email)
  expect(messages.accountRemoved).toContain(site.phone)
})

test('the cookie policy names the stored token', () => {
  const cookies = textPages.find(({ path }) => path === '/cookies')
  expect(JSON.stringify(cookies)).toContain(`\`${tokenKey}\``)
})
