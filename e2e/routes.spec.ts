import { request, type Page } from '@playwright/test'
import { z } from 'zod'
import { textPages } from '#content/company.ts'
import { MailSummary } from '#features/mails/schema.ts'
import { admin, logIn, newAccount, signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { paidOrder } from './calls.ts'
import { expectLive, bearerOf, listedTools, tellLife, title } from './locators.ts'

type Role = 'nobody' | 'user' | 'admin'
/** The heading of the page, and the address where the visitor ends up if it differs. */
type Sight = { heading: string | RegExp; at?: string }
type Sights = Record<Role, Sight>
/** What fills the placeholders in addresses: a tool, an order of the visitor, and a mail. */
type Things = { tool: { _id: string; name: string }; orderId: string; mail: { _id: string; subject: string } }
/** Only admins can open a mail: for everyone else any id will do. */
const anyMail = { _id: 'any', subject: '' }

const login = { heading: 'Login' }
const forbidden = { heading: 'Not for this account' }
const all = (sight: Sight): Sights => ({ nobody: sight, user: sight, admin: sight })
const everyone = (heading: Sight['heading']): Sights => all({ heading })
const users = (heading: Sight['heading']): Sights => ({ ...everyone(heading), nobody: login })
const admins = (heading: string): Sights => ({ nobody: login, user: forbidden, admin: { heading } })
const visitors = (heading: string, then: Sight): Sights => ({ nobody: { heading }, user: then, admin: then })

const home = 'Power you can put a number on'

/** Every route of routes.ts, and what each role sees there. */
const table = ({ tool, mail }: Things): Record<string, Sights> => ({
  '/': everyone(home),
  '/home': everyone(home),
  '/tools': users('Tools'),
  '/tool/:toolId': users(tool.name),
  '/blogs': everyone('Five questions before a page leaves the floor'),
  '/myportfolio': everyone('Tahmid Rahman'),
  '/objectives': everyone('Four goals we can be measured by'),
  '/review': everyone('What buyers report'),
  '/businesssummery': everyone('The business, in figures'),
  '/buyproduct': everyone('Name a price and a quantity'),
  ...Object.fromEntries(textPages.map((page) => [page.path, everyone(page.title)])),
  // The quote does not exist, which a visitor who is not signed in does not learn.
  '/quote/:quoteId': users('Opps Page Not Found!!!'),
  '/login': visitors('Login', { heading: home, at: '/' }),
  '/signup': visitors('Sign up', { heading: 'Tools', at: '/tools' }),
  '/forgotpassword': everyone('New password'),
  '/resetpassword': everyone('Set a new password'),
  '/verifyemail': everyone('Verify your e-mail'),
  '/sandbox/sign-in/choose': everyone('Choose an account'),
  '/dashboard': { ...users('My Orders'), admin: { heading: 'Today' } },
  '/dashboard/orders/:orderId': users(/^WW-/),
  '/dashboard/myorders': users('My Orders'),
  '/dashboard/cart': users('Your order'),
  '/dashboard/quick-order': users('Quick order'),
  '/dashboard/lists': users('Saved lists'),
  '/dashboard/addresses': users('Addresses'),
  '/dashboard/account': users('Account'),
  '/dashboard/orders': admins('Orders'),
  '/dashboard/addreview': users('Add a Review'),
  '/dashboard/payment/:orderId': users('Payment'),
  '/dashboard/receipt/:orderId': users('Receipt'),
  '/dashboard/myprofile': users('My Profile'),
  '/dashboard/users': admins('Make Admin'),
  '/dashboard/quotes': { ...users('Quotes'), admin: { heading: 'Quote requests' } },
  '/dashboard/mails': admins('Mail'),
  '/dashboard/mails/:mailId': admins(mail.subject),
  '/dashboard/audit': admins('Audit log'),
  '/dashboard/payments': admins('Payments to check'),
  '/makeadmin': admins('Make Admin'),
  '/addtool': admins('Add Product'),
  '/managetools': admins('Manage product'),
  '/managetools/:toolId': admins('Edit product'),
  '/managetools/:toolId/stock': admins(`Stock of ${tool.name}`),
  '/*': everyone('Opps Page Not Found!!!'),
})

async function openAll(page: Page, role: Role, things: Things): Promise<void> {
  await tellLife(page)
  for (const [route, sights] of Object.entries(table(things))) {
    const path = route
      .replace(':toolId', things.tool._id)
      .replace(':orderId', things.orderId)
      .replace(':quoteId', 'any')
      .replace(':mailId', things.mail._id)
      .replace('*', 'any/other')
    await test.step(path, async () => {
      const sight = sights[role]
      const { heading, at = path } = sight
      // The HTML of a public page is the same for everyone: testing React on it with one role is enough.
      const alive = role === 'nobody' || sight !== sights.nobody
      await page.goto(path, { waitUntil: alive ? 'domcontentloaded' : 'commit' })
      if (alive) await expectLive(page)
      await expect(page).toHaveURL(sight === login ? `/login?from=${encodeURIComponent(path)}` : at)
      await expect(title(page)).toHaveText(heading)
    })
  }
}

/** The oldest tool: other tests add and delete new ones meanwhile. */
async function someTool(page: Page): Promise<Things['tool']> {
  const tool = (await listedTools(page)).at(-1)
  if (!tool) throw new Error('the shop has no tools')
  return tool
}

const Manifest = z.object({
  routes: z.record(z.string(), z.object({ parentId: z.string().optional(), path: z.string().optional() })),
})

/** The routes that the open site was built with: those that show a page, without pure layouts. */
async function builtRoutes(page: Page): Promise<string[]> {
  const { routes } = Manifest.parse(await page.evaluate(() => Reflect.get(window, '__reactRouterManifest')))
  const frames = new Set(Object.values(routes).map(({ parentId }) => parentId))
  const partsOf = (id = ''): string[] => {
    const route = routes[id]
    return route ? [...partsOf(route.parentId), ...(route.path ?? '').split('/').filter(Boolean)] : []
  }
  const pages = Object.keys(routes).filter((id) => !frames.has(id))
  return pages.map((id) => `/${partsOf(id).join('/')}`)
}

/** An unknown address is HTTP 404, and a link without its token is refused. */
const expected =
  /status of 404 .*\/any\/other|status of 404 .*\/api\/quote\/any|status of 40[01] .*\/api\/auth\/verify-email/

test('nobody finds every public page, and the login in place of every other', async ({ page, problems }) => {
  test.slow()
  problems.expect(expected)
  const things = { tool: await someTool(page), orderId: 'any', mail: anyMail }
  await openAll(page, 'nobody', things)
  await test.step('these are all routes of the site', async () => {
    expect((await builtRoutes(page)).toSorted()).toEqual(Object.keys(table(things)).toSorted())
  })
})

test('a user finds every page for users, and none of those for admins', async ({ page, problems }) => {
  test.slow()
  problems.expect(expected)
  await signUp(page)
  await openAll(page, 'user', { tool: await someTool(page), orderId: await paidOrder(page), mail: anyMail })
})

/** The mail to an account that has just signed up. */
async function someMail(page: Page, origin = ''): Promise<Things['mail']> {
  const account = newAccount()
  const stranger = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  expect((await stranger.post('/api/auth/sign-up/email', { data: account })).ok()).toBe(true)
  await stranger.dispose()
  const headers = await bearerOf(page)
  const answer = await page.request.get(`/api/mails?q=${account.email}`, { headers })
  const [mail] = z.array(MailSummary).parse(await answer.json())
  if (!mail) throw new Error('the shop wrote no mail')
  return mail
}

test('an admin finds every page', async ({ page, problems, baseURL }) => {
  test.slow()
  problems.expect(expected)
  await page.goto('/login')
  await logIn(page, admin)
  await expect(page).toHaveURL('/')
  const mail = await someMail(page, baseURL)
  await openAll(page, 'admin', { tool: await someTool(page), orderId: await paidOrder(page), mail })
})
