import { chromium } from '@playwright/test'
import { runShopOnFreePort } from './e2e/shop.ts'
import { signUp, newAccount } from './e2e/accounts.ts'
const shop = await runShopOnFreePort()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
try {
  const ctx = await browser.newContext({ baseURL: shop.origin, viewport: { width: 1440, height: 900 } })
  const page = await ctx.newPage()
  page.on('console', m => { if (m.type() === 'error' || m.type() === 'warning') console.log('CONSOLE', m.text()) })
  page.on('pageerror', e => console.log('PAGEERROR', e.message))
  await signUp(page, newAccount('Nusrat Jahan'))
  await page.goto('/dashboard/quick-order')
  await page.waitForTimeout(500)
  for (const [w, s] of [[1440, 'light'], [390, 'dark']] as const) { await page.setViewportSize({ width: w, height: 900 }); await page.emulateMedia({ colorScheme: s }); await page.screenshot({ path: `/tmp/shots/quick-empty-${w}.png`, fullPage: true }) }
  await page.getByLabel('Paste part numbers and quantities').fill('Part number\tQty\nWW-PS-850M\t20\nww fn 120l\t100\nWW-FN-120L\t50\nWX\t10\nAF-120\t100\nWW-PS-85OM\t20\nWW-CS-005G\t500\nMC-2 Compact Case\t10\nWW-AD-065G\t\nWW-AD-090L\t7\nnothing like it\t5\nGN-100 USB-C Charger\t50')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByText('rows ready').waitFor()
  await page.waitForTimeout(1200)
  for (const [w, s] of [[1440, 'light'], [820, 'light'], [390, 'light'], [390, 'dark'], [1440, 'dark']] as const) { await page.setViewportSize({ width: w, height: 900 }); await page.emulateMedia({ colorScheme: s }); await page.screenshot({ path: `/tmp/shots/quick-${w}-${s}.png`, fullPage: true }) }
} finally { await browser.close(); await shop.stop() }
