import type { Browser, BrowserContext, Page } from '@playwright/test'
import { textPages } from '#content/company.ts'
import { admin, newAccount, openAs, signUp } from './accounts.ts'
import { paidOrder, placedOrder, quotedCart } from './calls.ts'
import { listedTools, move } from './locators.ts'

export type Visitor = 'nobody' | 'buyer' | 'admin'
/** What a browser stores for a visitor. */
export type State = { storageState?: Awaited<ReturnType<BrowserContext['storageState']>> }

/** The visitors, and what they look at: one paid and one unpaid order, and a tool. */
export type Visitors = { state: Record<Visitor, State>; paid: string; unpaid: string; tool: string }

export type Screen = {
  name: string
  path: (visitors: Visitors) => string
  as?: Visitor
  /** The status of the server's answer, 200 by default. */
  status?: number
  /** What to do on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
  /** The window's size, if the screen exists only at that size. */
  viewport?: { width: number; height: number }
  /** False for overlays, and for pages without an end. */
  fullPage?: boolean
}

/** Whether a screen is just what its address shows, without further steps. */
export const isOpenedOnly = ({ prepare }: Screen): boolean => prepare === undefined

const at = (path: string) => () => path
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const sendEmpty = (name: string) => async (page: Page) => {
  await press(name)(page)
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

export const screens: readonly Screen[] = [
  { name: 'home', path: at('/') },
  { name: 'menu', path: at('/'), prepare: openMenu, fullPage: false, viewport: { width: 390, height: 844 } },
  { name: 'blogs', path: at('/blogs') },
  { name: 'portfolio', path: at('/myportfolio') },
  { name: 'objectives', path: at('/objectives') },
  { name: 'reviews', path: at('/review') },
  { name: 'business-summary', path: at('/businesssummery') },
  { name: 'quote', path: at('/buyproduct') },
  { name: 'quote-errors', path: at('/buyproduct'), prepare: sendEmpty('Submit') },
  ...textPages.map(({ path }) => ({ name: `text${path.replaceAll('/', '-')}`, path: at(path) })),
  { name: 'login', path: at('/login') },
  { name: 'login-errors', path: at('/login'), prepare: sendEmpty('Login') },
  { name: 'signup', path: at('/signup') },
  { name: 'forgotten-password', path: at('/forgotpassword') },
  { name: 'reset-password', path: at('/resetpassword') },
  { name: 'verify-email', path: at('/verifyemail'), prepare: verify },
  { name: 'sandbox-sign-in', path: at('/sandbox/sign-in/choose') },
  { name: 'api-docs', path: at('/api/docs'), fullPage: false },
  { name: 'not-found', path: at('/no/such/page'), status: 404 },
  { name: 'tools', path: at('/tools'), as: 'buyer' },
  { name: 'tools-empty', path: at('/tools?q=nothing-of-that-name'), as: 'buyer' },
  { name: 'purchase', path: ({ tool }) => tool, as: 'buyer' },
  {
    name: 'purchase-error',
    path: ({ tool }) => tool,
    as: 'buyer',
    prepare: (page) => page.getByLabel('Quantity').fill('1'),
  },
  { name: 'orders', path: at('/dashboard'), as: 'buyer' },
  { name: 'cart', path: at('/dashboard/cart'), as: 'buyer' },
  { name: 'quick-order', path: at('/dashboard/quick-order'), as: 'buyer', prepare: pasteList },
  { name: 'lists', path: at('/dashboard/lists'), as: 'buyer' },
  { name: 'addresses', path: at('/dashboard/addresses'), as: 'buyer', prepare: openAddress },
  { name: 'account', path: at('/dashboard/account'), as: 'buyer' },
  { name: 'own-quotes', path: at('/dashboard/quotes'), as: 'buyer' },
  { name: 'own-quote', path: at('/dashboard/quotes'), as: 'buyer', prepare: openFirst },
  { name: 'add-review', path: at('/dashboard/addreview'), as: 'buyer' },
  { name: 'add-review-errors', path: at('/dashboard/addreview'), as: 'buyer', prepare: sendEmpty('Send review') },
  { name: 'profile', path: at('/dashboard/myprofile'), as: 'buyer' },
  { name: 'payment', path: ({ unpaid }) => `/dashboard/payment/${unpaid}`, as: 'buyer' },
  { name: 'paid', path: ({ paid }) => `/dashboard/payment/${paid}`, as: 'buyer' },
  { name: 'receipt', path: ({ paid }) => `/dashboard/receipt/${paid}`, as: 'buyer' },
  { name: 'order', path: ({ paid }) => `/dashboard/orders/${paid}`, as: 'buyer' },
  { name: 'forbidden', path: at('/managetools'), as: 'buyer' },
  { name: 'today', path: at('/dashboard'), as: 'admin' },
  { name: 'order-desk', path: at('/dashboard/orders'), as: 'admin' },
  { name: 'desk-order', path: ({ paid }) => `/dashboard/orders/${paid}`, as: 'admin' },
  {
    name: 'ship',
    path: ({ paid }) => `/dashboard/orders/${paid}`,
    as: 'admin',
    prepare: press(/^Ship/),
    fullPage: false,
  },
  {
    name: 'refund',
    path: ({ paid }) => `/dashboard/orders/${paid}`,
    as: 'admin',
    prepare: refundPieces,
    fullPage: false,
  },
  { name: 'manage-tools', path: at('/managetools'), as: 'admin' },
  { name: 'edit-tool', path: ({ tool }) => tool.replace('/tool/', '/managetools/'), as: 'admin' },
  { name: 'stock', path: ({ tool }) => `${tool.replace('/tool/', '/managetools/')}/stock`, as: 'admin' },
  { name: 'delete-tool', path: at('/managetools'), as: 'admin', prepare: press(/^Delete/), fullPage: false },
  { name: 'add-tool', path: at('/addtool'), as: 'admin' },
  { name: 'users', path: at('/makeadmin'), as: 'admin' },
  { name: 'quotes', path: at('/dashboard/quotes'), as: 'admin' },
  { name: 'quote-offer', path: at('/dashboard/quotes'), as: 'admin', prepare: openFirst },
  { name: 'desk-account', path: at('/dashboard/users'), as: 'admin', prepare: openAccount },
  { name: 'terms', path: at('/dashboard/users'), as: 'admin', prepare: openTerms, fullPage: false },
  { name: 'mails', path: at('/dashboard/mails'), as: 'admin' },
  { name: 'mails-failed', path: at('/dashboard/mails?state=failed'), as: 'admin' },
  { name: 'mail', path: at('/dashboard/mails'), as: 'admin', prepare: openMail },
  { name: 'audit', path: at('/dashboard/audit'), as: 'admin' },
  { name: 'payments', path: at('/dashboard/payments'), as: 'admin' },
]

/** Opens the page of the first item in a list. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Account: Nusrat Jahan' }).first().click()
  await page.getByRole('table', { name: 'Statement' }).waitFor()
}

async function refundPieces(page: Page): Promise<void> {
  await press(/^Refund/)(page)
  await page.getByLabel('Some of the pieces').check()
}

async function openTerms(page: Page): Promise<void> {
  await openAccount(page)
  await press('Terms…')(page)
  await page.getByLabel('Days to pay').waitFor()
}

async function openAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('Country').waitFor()
}

async function pasteList(page: Page): Promise<void> {
  await page.getByLabel('Paste part numbers and quantities').fill('WW-PS-850M\t20\nAF-120\t100\nWW-CL-006T\t3')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByText('1 of 3 rows ready').waitFor()
}

async function openMail(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('row').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'As it was sent' }).waitFor()
}

/** On a wide screen there is no menu to open: the page is shown as it is. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
}

/** The page verifies once React runs, which a pointer move starts; only a mailed link would succeed, so the answer is faked. */
async function verify(page: Page): Promise<void> {
  await page.route('**/api/auth/verify-email*', (route) => route.fulfill({ json: { status: true } }))
  await move(page)
  await page.getByText('Your e-mail is verified.').waitFor()
}

/** Prepares a buyer with a paid and an unpaid order, and the admin, each as stored browser state. */
export async function prepareVisitors(browser: Browser, origin: string): Promise<Visitors> {
  const buyers = await browser.newContext({ baseURL: origin })
  const page = await buyers.newPage()
  const account = await signUp(page, newAccount('Nusrat Jahan'))
  const [newest] = await listedTools(page)
  const paid = await paidOrder(page)
  const unpaid = await placedOrder(page)
  await quotedCart(page, account)
  const buyer = { storageState: await buyers.storageState() }
  await buyers.close()
  return {
    state: { nobody: {}, buyer, admin: await adminState(browser, origin) },
    paid,
    unpaid,
    tool: `/tool/${newest?._id}`,
  }
}

async function adminState(browser: Browser, origin: string): Promise<State> {
  const context = await browser.newContext({ baseURL: origin })
  await openAs(await context.newPage(), admin, '/dashboard')
  const state = { storageState: await context.storageState() }
  await context.close()
  return state
}
