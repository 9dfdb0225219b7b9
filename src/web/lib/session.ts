import { useSyncExternalStore } from 'react'
import { messages } from '#content/messages.ts'
import { endAllSessions } from './account-calls.ts'
import { endSession, issueToken } from './auth-calls.ts'
import type { SessionUser } from './claims.ts'
import { drafts } from './drafts.ts'
import { ApiProblem } from './problem.ts'
import { createTokenStore, tokenKey } from './storage.ts'
import { createTokenKeeper } from './token-keeper.ts'

const keeper = createTokenKeeper({
  store: createTokenStore(
    typeof window === 'undefined' ? [] : [() => window.localStorage, () => window.sessionStorage],
  ),
  issue: issueToken,
})

/** Who is signed in, as far as this tab knows: undefined on the server and while hydrating, then kept current. */
export function useSession(): SessionUser | undefined {
  return useSyncExternalStore(keeper.subscribe, keeper.user, () => undefined)
}

/** Whether a session ended that nobody ended here. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(keeper.subscribe, keeper.ended, () => false)
}

/** Who is signed in at this moment: what `useSession` keeps current, for what runs outside of rendering. */
export const currentUser = (): SessionUser | undefined => keeper.user()

/**
 * A token for the next call, renewed when it is about to end; undefined when nobody is signed in.
 * @throws ApiProblem when the token has ended and the server could not be reached.
 */
export const accessToken = (): Promise<string | undefined> => keeper.fresh()

/** A token in place of one that the server refused; undefined when the session is over. @throws ApiProblem */
export async function replaceToken(refused: string | undefined): Promise<string | undefined> {
  const kept = keeper.token()
  return kept !== undefined && kept !== refused ? kept : keeper.renew()
}

/**
 * Settles who is signed in before a private page opens: also when the token is gone and the cookie still stands for a session.
 * @throws ApiProblem when the server would have to be asked and could not be reached.
 */
export async function settleSession(): Promise<SessionUser | undefined> {
  // A known user may go in while the server is away: each call on the page then says so itself.
  if (keeper.user()) await keeper.fresh().catch(() => undefined)
  else await keeper.renew()
  return keeper.user()
}

let stay = new AbortController()

/** Ends what nobody asked for, and is not to be refused in front of them, when they sign out: it also ends what begins meanwhile. */
export const untilSignOut = (): AbortSignal => stay.signal

/**
 * Ends the session and removes the token, in every open tab.
 * @throws ApiProblem when the server could not be reached: then the session goes on.
 */
export async function signOut(): Promise<void> {
  // Whoever leaves the page meanwhile is to find nobody signed in on the next.
  addEventListener('pagehide', keeper.drop)
  stay.abort()
  try {
    await endSession()
  } finally {
    stay = new AbortController()
    // Later, since leaving also fails the call, before the page hides.
    setTimeout(() => removeEventListener('pagehide', keeper.drop))
  }
  forgetSession()
}

/** Removes the token, in every open tab, of a session that has ended, and what was typed in it. */
export function forgetSession(): void {
  keeper.drop()
  drafts.dropAll()
  tabs?.postMessage(signedOut)
}

/** Ends every session of the user, on this device and all others. @throws ApiProblem */
export async function signOutEverywhere(): Promise<void> {
  await endAllSessions()
  await signOut()
}

/** Takes up the session that began elsewhere, such as at Google. @throws ApiProblem with that refusal when there is none. */
export async function resumeSession(refusal: string = messages.signInFirst): Promise<void> {
  keeper.drop()
  if ((await keeper.renew()) === undefined) throw new ApiProblem(401, { detail: refusal })
}

/** A token that says what was just changed, in place of one that does not, or that ended with the change. @throws ApiProblem */
export async function renewToken(): Promise<void> {
  await keeper.renew()
}

/** Takes up a session that has just begun. @throws ApiProblem */
export async function keepTokenOf(email: string): Promise<void> {
  // A renewal begun for the user before must not come back over this one.
  keeper.drop()
  const token = await issueToken(email)
  if (token === undefined) throw new ApiProblem(401, { detail: messages.signInFirst })
  keeper.keep(token)
}

const signedOut = 'signed-out'
// Storage events tell other tabs about local storage alone; tabs that keep their token elsewhere hear of a sign-out here.
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('wattwork-session')
if (tabs) watch(tabs)

/** Keeps this tab's navigation, its token and the other tabs in agreement for as long as the page lives. */
function watch(channel: BroadcastChannel): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function show() {
    document.documentElement.dataset['session'] = keeper.user() ? 'in' : 'out'
  }
  function plan() {
    clearTimeout(timer)
    const due = keeper.dueAt()
    // Never at once again: a clock that is wrong by an hour must not make the page ask without end.
    if (due !== undefined) timer = setTimeout(renewWhenSeen, Math.max(due - Date.now(), 30_000))
  }
  function renewWhenSeen() {
    // A failure here is silent: the next call tries again, and tells its page.
    if (document.visibilityState === 'visible') keeper.fresh().catch(() => undefined)
  }

  keeper.subscribe(show)
  keeper.subscribe(plan)
  channel.addEventListener('message', ({ data }) => {
    if (data !== signedOut) return
    keeper.drop()
    drafts.dropAll()
  })
  addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) keeper.reread()
  })
  addEventListener('focus', renewWhenSeen)
  document.addEventListener('visibilitychange', renewWhenSeen)
  show()
  plan()
  renewWhenSeen()
}
