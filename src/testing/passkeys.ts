import { z } from 'zod'
import { openAuthenticator, type Asked, type Authenticator, type Quirks } from './authenticator.ts'
import type { TestBrowser } from './browser.ts'
import { browserAt, password, signUpVerified } from './codes.ts'
import type { TestShop } from './shop.ts'

const Options: z.ZodType<Asked> = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string() }).optional(),
  rpId: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
})
const Added = z.object({ id: z.string() })

export const askToAdd = (browser: TestBrowser, currentPassword = password): Promise<Response> =>
  browser.post('/api/auth/passkey/generate-register-options', currentPassword ? { currentPassword } : {})

export const optionsOf = async (answer: Response): Promise<Asked> => Options.parse(await answer.json())

/** Starts a login. */
export const askToLogIn = async (browser: TestBrowser): Promise<Asked> =>
  optionsOf(await browser.post('/api/auth/passkey/generate-authenticate-options', {}))

type Device = { browser: TestBrowser; device: Authenticator }

/** Adds a passkey created by the device. @param currentPassword empty for an account without a password. */
export async function addPasskey(
  { browser, device }: Device,
  { name = 'Laptop', currentPassword = password, ...quirks }: Quirks & { name?: string; currentPassword?: string } = {},
): Promise<Response> {
  const asked = await optionsOf(await askToAdd(browser, currentPassword))
  return browser.post('/api/auth/passkey/verify-registration', { name, response: device.create(asked, quirks) })
}

/** Logs in with the device's newest passkey. */
export async function logInWithPasskey({ browser, device }: Device, quirks: Quirks = {}): Promise<Response> {
  const response = device.get(await askToLogIn(browser), quirks)
  return browser.post('/api/auth/passkey/verify-authentication', { response })
}

/** An account with a passkey, and the browser it was added in. */
export async function withPasskey(shop: TestShop, { counts = true } = {}) {
  const account = await signUpVerified(shop)
  const device = openAuthenticator(shop.config.publicUrl, { counts })
  const answer = await addPasskey({ browser: account.browser, device })
  if (!answer.ok) throw new Error(`no passkey was added: ${answer.status} ${await answer.text()}`)
  return {
    ...account,
    device,
    passkeyId: Added.parse(await answer.json()).id,
    elsewhere: () => ({ browser: browserAt(shop), device }),
  }
}
