import { expect } from 'vitest'
import type { TestBrowser } from './browser.ts'
import type { TestShop } from './shop.ts'

/** The page of the Google stand-in where the visitor picks an identity. */
export const choosePath = '/sandbox/sign-in/choose'
export const goals = {
  provider: 'google',
  callbackURL: '/login?from=%2Ftools&via=google',
  errorCallbackURL: '/login?from=%2Ftools',
}

export const locationOf = (answer: Response) => answer.headers.get('location') ?? ''

/** The steps of a sign-in at the Google stand-in. */
export function googleVisits({ config }: Pick<TestShop, 'config'>) {
  /** From the button to the issuer's page. */
  async function start(who: TestBrowser, route = '/api/auth/sign-in/social'): Promise<URL> {
    const answer = await who.post(route, goals)
    expect(answer.status).toBe(200)
    const url = new URL((await answer.json()).url)
    expect(url.origin + url.pathname).toBe(`${config.publicUrl}/sandbox/sign-in/auth`)
    return url
  }

  /** Picks an identity on the issuer's page. @returns the callback URL. */
  async function choose(who: TestBrowser, url: URL, form: Record<string, string>): Promise<URL> {
    expect(locationOf(await who.get(url.href))).toBe(choosePath)
    const resume = await who.submit(choosePath, form)
    const callback = new URL(locationOf(await who.get(locationOf(resume))), config.publicUrl)
    expect(callback.pathname).toBe('/api/auth/callback/google')
    return callback
  }

  /** The whole flow. @returns where the browser ends up. */
  async function continueWithGoogle(who: TestBrowser, email: string, name = 'Farida'): Promise<string> {
    const callback = await choose(who, await start(who), { email, name })
    return locationOf(await who.get(callback.href))
  }

  return { start, choose, continueWithGoogle }
}
