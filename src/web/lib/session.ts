import { useSyncExternalStore } from 'react'
import { messages } from '#content/messages.ts'
import { endSession, issueToken } from './auth-calls.ts'
import type { SessionUser } from './claims.ts'
import { drafts, visitor } from './drafts.ts'
import { ApiProblem } from './problem.ts'
import { attempt, createTokenStore, tokenKey } from './storage.ts'
import { createTokenKeeper } from './token-keeper.ts'

const keeper = createTokenKeeper({
  store: createTokenStore(
    typeof window === 'undefined' ? [] : [() => window.localStorage, () => window.sessionStorage],
  ),
  issue: issueToken,
})

/** The signed-in user as far as this tab knows: undefined on the server and during hydration, then kept current. */
export function useSession(): SessionUser | undefined {
  return useSyncExternalStore(keeper.subscribe, keeper.user, () => undefined)
}

/** Whether the session ended without a sign-out here. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(keeper.subscribe, keeper.ended, () => false)
}

/** The currently signed-in user, for code outside rendering; components use `useSession`. */
export const currentUser = (): SessionUser | undefined => keeper.user()

/**
 * A token for the next call, renewed if it is about to expire; undefined when nobody is signed in.
 * @throws ApiProblem when the token has expired and the server could not be reached.
 */
export const accessToken = (): Promise<string | undefined> => keeper.fresh()

/** A replacement for a token that the server refused; undefined when the session is over. @throws ApiProblem */
export async function replaceToken(refused: string | undefined): Promise<string | undefined> {
  const kept = keeper.token()
  return kept !== undefined && kept !== refused ? kept : keeper.renew()
}

/**
 * Determines who is signed in before a private page opens, even if the token is gone and only the session cookie is left.
 * @throws ApiProblem when the server has to be asked and could not be reached.
 */
export async function settleSession(): Promise<SessionUser | undefined> {
  // A known user may open the page while the server is unreachable: each call on the page then reports it.
  if (keeper.user()) await keeper.fresh().catch(() => undefined)
  else await keeper.renew()
  return keeper.user()
}

let stay = new AbortController()

/** Aborts background calls on sign-out, so that the user does not see them refused; also those started while it runs. */
export const untilSignOut = (): AbortSignal => stay.signal

/**
 * Ends the session and removes the token in every open tab.
 * @throws ApiProblem when the server could not be reached: the session then continues.
 */
export async function signOut(): Promise<void> {
  // If the user leaves the page meanwhile, nobody must be signed in on the next one.
  addEventListener('pagehide', keeper.drop)
  stay.abort()
  try {
    await endSession()
  } finally {
    stay = new AbortController()
    // Deferred, because leaving also fails the call, before `pagehide` fires.
    setTimeout(() => removeEventListener('pagehide', keeper.drop))
  }
  forgetSession()
}

/** Removes the token and the drafts of an ended session in every open tab. */
export function forgetSession(): void {
  keeper.drop()
  drafts.dropAll()
  attempt(() => localStorage.setItem(signedOut, ''))
  tabs?.postMessage(signedOut)
}

/** Picks up a session that was started elsewhere, such as at Google. @throws ApiProblem with `refusal` when there is none. */
export async function resumeSession(refusal: string = messages.signInFirst): Promise<void> {
  keeper.drop()
  if ((await keeper.renew()) === undefined) throw new ApiProblem(401, { detail: refusal })
}

/** Replaces a token that a change of the account made outdated or invalid. @throws ApiProblem */
export async function renewToken(): Promise<void> {
  await keeper.renew()
}

/** Gets and keeps the token of a session that has just begun. @throws ApiProblem */
export async function keepTokenOf(email: string): Promise<void> {
  // A renewal still under way for the previous user must not overwrite this token.
  keeper.drop()
  const token = await issueToken(email)
  if (token === undefined) throw new ApiProblem(401, { detail: messages.signInFirst })
  keeper.keep(token)
}

const signedOut = 'signed-out'
// Storage events cover local storage only; tabs that keep their token elsewhere learn of a sign-out here.
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('wattwork-session')
if (tabs) watch(tabs)

/** Keeps this tab's navigation, its token and the other tabs in sync for as long as the page lives. */
function watch(channel: BroadcastChannel): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function show() {
    const user = keeper.user()
    document.documentElement.dataset['session'] = user ? 'in' : 'out'
    if (user) attempt(() => localStorage.removeItem(signedOut))
    // A tab that slept through a sign-out, or shows another site meanwhile, still has what that user typed.
    if (user || attempt(() => localStorage.getItem(signedOut)) === '') drafts.claim(user?.id ?? visitor)
  }
  function plan() {
    clearTimeout(timer)
    const due = keeper.dueAt()
    // Never again at once: a clock that is an hour off must not make the page ask endlessly.
    if (due !== undefined) timer = setTimeout(renewWhenSeen, Math.max(due - Date.now(), 30_000))
  }
  function renewWhenSeen() {
    // A failure here is silent: the next call retries and reports it on its page.
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
  // A page from the back/forward cache slept through what happened in other tabs.
  addEventListener('pageshow', ({ persisted }) => persisted && keeper.reread())
  addEventListener('focus', renewWhenSeen)
  document.addEventListener('visibilitychange', renewWhenSeen)
  show()
  plan()
  renewWhenSeen()
}
