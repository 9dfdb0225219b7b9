import { createPath, type DataRouter, type Location } from 'react-router'
import { messages } from '#content/messages.ts'
import { notifyError } from '#web/ui/notify.ts'

/**
 * Loads the target page of a click when its code cannot be fetched: the connection broke, or a new release replaced the old
 * one. React Router reloads in that case, because a document does not refetch a module that failed once; but it reloads the
 * page that the reader is leaving. Browsers without the Navigation API still do that.
 * https://developer.mozilla.org/en-US/docs/Web/API/Navigation/navigate_event
 */
export function reloadWhereLed(event: NavigateEvent): void {
  // React Router exposes it here in production too.
  const router: DataRouter | undefined = Reflect.get(window, '__reactRouterDataRouter')
  const next = router?.state.navigation.location
  if (event.navigationType !== 'reload' || event.userInitiated || !router || !next) return
  // After going back, the target is the current URL already.
  if (hrefOf(next) === location.href) return
  event.preventDefault()
  if (navigator.onLine) return location.assign(hrefOf(next))
  // React Router waits forever for that code, at the next click too: navigate from here until a document is loaded.
  router.subscribe(({ navigation }) => navigation.location && leadOrStay(router, navigation.location))
  stay(router)
}

const hrefOf = (place: Location): string => new URL(createPath(place), location.origin).href

function leadOrStay(router: DataRouter, next: Location): void {
  if (hrefOf(next) === location.href) return
  if (navigator.onLine) location.assign(hrefOf(next))
  else stay(router)
}

/** Without a connection, loading a document would show the browser's error page: keep the current page instead. */
function stay(router: DataRouter): void {
  const { location: here } = router.state
  void router.navigate(createPath(here), {
    replace: true,
    state: here.state,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
  })
  void notifyError(messages.offline)
}
