import type { Page } from '@playwright/test'
import { blogs } from '#content/blogs.ts'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { site } from '#content/site.ts'
import { signUp } from './accounts.ts'
import { loseAnswer } from './calls.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { navigation, sideMenu } from './locators.ts'

test('each footer link opens the page of its name', async ({ page }) => {
  await page.goto('/blogs')
  for (const { label } of site.footer.flatMap<{ label: string }>(({ entries }) => [...entries])) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveTitle(`${label} · ${site.name}`)
  }
})

test('in forced colours the menus mark only the open page', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard/myorders')
  await expect(sideMenu(page).first()).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  for (const links of [navigation(page), sideMenu(page)]) {
    const marked = await links.evaluateAll((all) => {
      const ground = getComputedStyle(document.documentElement).backgroundColor
      const isMarked = (link: Element) => {
        const { borderBottomWidth, borderLeftWidth, borderLeftColor } = getComputedStyle(link)
        return [borderBottomWidth, borderLeftWidth].includes('3px') && borderLeftColor !== ground
      }
      return all.filter(isMarked).map((link) => link.getAttribute('aria-current'))
    })
    expect(marked).toEqual(['page'])
  }
})

test('who asks for more contrast gets it in labels, second texts and lines, in both themes', async ({ page }) => {
  await page.goto('/')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme })
    const [paper = 0, ...others] = await page.evaluate(() =>
      ['--paper', '--ink-2', '--ink-3', '--edge', '--line'].map((token) => {
        const pen = document.createElement('canvas').getContext('2d')
        document.body.style.color = `var(${token})`
        if (pen) pen.fillStyle = getComputedStyle(document.body).color
        pen?.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = Array.from(pen?.getImageData(0, 0, 1, 1).data ?? [], (part) =>
          part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }),
    )
    const contrasts = others.map((other) => (Math.max(paper, other) + 0.05) / (Math.min(paper, other) + 0.05))
    for (const [n, least] of [7, 7, 7, 3].entries()) expect(contrasts[n], colorScheme).toBeGreaterThan(least)
  }
})

test('each blog question has its own anchor', async ({ page }) => {
  await page.goto('/blogs')
  const questions = page.getByRole('navigation', { name: 'Questions' })
  for (const { slug, question } of blogs) {
    await questions.getByRole('link', { name: question }).click()
    await expect(page).toHaveURL(new RegExp(`#${slug}$`))
    await expect(page.getByRole('heading', { name: question })).toBeInViewport()
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a chart’s figures can be read in its table', async ({ page }) => {
    await page.goto('/businesssummery')
    await expect(page.getByRole('img', { name: /^Customers Served/ })).toBeVisible()
    await page.getByText('Figures as a table').first().click()
    await expect(page.getByRole('row', { name: '2025 104' })).toBeVisible()
  })

  test('a request for a quote says what is wrong, keeps what was typed, and is sent', async ({ page, problems }) => {
    problems.expect(/status of 422/)
    await page.goto('/buyproduct')
    await fillQuote(page)
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(messages.emailInvalid)).toBeVisible()
    await expect(page.getByLabel('Price')).toHaveValue('82.5')
    await page.getByLabel('E-mail').fill('nusrat@delta.example')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Your request is with us' })).toBeVisible()
    await page.getByRole('link', { name: 'Send another' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })
})

async function fillQuote(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Nusrat Jahan')
  await page.getByLabel('E-mail').fill('nusrat@delta.example')
  await page.getByLabel('Phone').fill('+880 1711 000 000')
  await page.getByLabel('Product name').fill('WX-850 Modular ATX')
  await page.getByLabel('Price').fill('82.5')
  await page.getByLabel('Quantity').fill('2500')
}

test('a request for a quote names what is missing, keeps what was typed and says what happens next', async ({
  page,
  problems,
}) => {
  await page.goto('/buyproduct')
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(page.getByText(messages.emailRequired)).toBeVisible()
  await expect(page.getByText(messages.phoneRequired)).toBeVisible()
  await expectAccessible(page)

  await fillQuote(page)
  await expect(page.getByText('$206,250.00')).toBeVisible()
  problems.expect(/ERR_CONNECTION_FAILED/)
  // The answer gets lost: the retry has the same key, and makes no second request.
  const keys: unknown[] = []
  page.on('request', (sent) => sent.url().endsWith('/api/quote') && keys.push(sent.headers()['idempotency-key']))
  await loseAnswer(page, '**/api/quote')
  await submit.click()
  await expect(page.getByText(messages.offline)).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('WX-850 Modular ATX')

  problems.expect(/status of 429/)
  await page.route('**/api/quote', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', json: { detail: refusals.tooMany } }),
  )
  await submit.click()
  await expect(page.getByText(refusals.tooMany)).toBeVisible()

  await page.unroute('**/api/quote')
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Your request is with us' })).toBeFocused()
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
  await expect(page.getByRole('main')).toContainText('nusrat@delta.example')
  await expect(page.getByRole('main').getByRole('link', { name: site.email })).toHaveAttribute('href', /^mailto:/)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Send another' }).click()
  await expect(page.getByLabel('Product name')).toBeFocused()
  await expect(page.getByLabel('Product name')).toHaveValue('')
  await expect(page.getByLabel('E-mail')).toHaveValue('nusrat@delta.example')
})
