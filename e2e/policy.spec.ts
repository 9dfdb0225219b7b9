import { expect, test } from './fixtures.ts'
import { title } from './locators.ts'

/** Every test here checks that no page violates the policy: fixtures.ts fails on anything the browser complains of. */
test('pages refuse plain text as markup, as script or as a script address', async ({ page, problems }) => {
  problems.expect(/requires 'Trusted(HTML|Script|ScriptURL)' assignment/)
  problems.expect(/Creating a TrustedTypePolicy named/)
  await page.goto('/blogs')
  await page.mouse.move(10, 10)
  // Also after a navigation without a document load.
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(title(page)).toBeVisible()
  const tried = await page.evaluate(() => {
    const outcome = (act: () => void) => {
      try {
        act()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    const script = document.createElement('script')
    return {
      markup: outcome(() => (document.createElement('div').innerHTML = '<img src=x onerror="alert(1)">')),
      code: outcome(() => (script.text = 'alert(1)')),
      address: outcome(() => (script.src = '/assets/x.js')),
      frame: outcome(() => document.createElement('iframe').setAttribute('srcdoc', '<p>')),
      policy: outcome(() =>
        (Reflect.get(window, 'trustedTypes') as { createPolicy(name: string, rules: object): void }).createPolicy(
          'mine',
          {},
        ),
      ),
    }
  })
  expect(Object.entries(tried).filter(([, outcome]) => outcome !== 'refused')).toEqual([])
})
