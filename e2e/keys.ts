import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `target` has the focus, as a keyboard user does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus never came to ${String(target)}`)
}

/** Tabs to the target, asserts that it is visible there, and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await expectSeen(target)
  await page.keyboard.press('Enter')
}

/** Asserts that Tab cycles inside an overlay, and never reaches what it covers. */
export async function expectTabInside(page: Page, over: Locator): Promise<void> {
  const isInside = () =>
    over.evaluate((element) => element.contains(document.activeElement) || document.activeElement === document.body)
  for (let presses = 0; presses < 16; presses++) {
    await page.keyboard.press('Tab')
    expect(await isInside(), `the focus after ${presses + 1} presses of Tab`).toBe(true)
  }
}

/** Tabs to a box, and replaces its text. */
export async function write(page: Page, box: Locator, text: string): Promise<void> {
  await tabTo(page, box)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Tabs to the box with that label, and types. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

/** Asserts that the focused element is in the viewport and not covered (WCAG 2.2, 2.4.7 and 2.4.11). */
export async function expectSeen(target: Locator): Promise<void> {
  await expect(target).toBeInViewport()
  const covered = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    return above !== null && !element.contains(above) && !above.contains(element)
  })
  expect(covered, 'whether something lies over the focus').toBe(false)
}
