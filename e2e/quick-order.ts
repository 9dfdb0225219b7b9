import type { Page } from '@playwright/test'
import { main } from './locators.ts'

export const paste = (page: Page) => main(page).getByLabel('Paste part numbers and quantities')
export const rows = (page: Page) => main(page).getByRole('list', { name: 'Rows' }).getByRole('listitem')
export const row = (page: Page, name: string) =>
  main(page).getByRole('list', { name: 'Rows' }).getByRole('listitem', { name, exact: true })
export const pieces = (page: Page, name: string) => row(page, name).getByRole('textbox')
export const count = (page: Page) => main(page).getByRole('heading', { name: /rows? ready$/ })
