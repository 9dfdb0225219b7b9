import { expect, test } from 'vitest'
import { tokenKey } from '#web/lib/storage.ts'
import { textPages } from './company.ts'
import { site } from './site.ts'

const footerLinks = site.footer.flatMap<{ label: string; to: string }>(({ entries }) => [...entries])

test.each(footerLinks)('the footer’s $label leads to a page of that name', ({ label, to }) => {
  expect(textPages.find(({ path }) => path === to)?.name).toBe(label)
})

test('no two pages have one address', () => {
  const paths = textPages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('the cookie policy names the stored token', () => {
  const cookies = textPages.find(({ path }) => path === '/cookies')
  expect(JSON.stringify(cookies)).toContain(`\`${tokenKey}\``)
})
