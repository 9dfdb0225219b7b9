import { createPath, type DataRouter, type Location } from 'react-router'
import { messages } from '#content/messages.ts'
import { notifyError } from '#web/ui/notify.ts'

/**
 * Loads the page that a click led to when its code cannot be fetched: the connection broke, or a new release took the place of
 * the old one. React Router reloads in that case, since a document does not fetch again what has failed once; but it reloads
 * the page that its reader is leaving. Browsers without the Navigation API still do that.
 * https://developer.mozilla.org/en-US/docs/Web/API/Navigation/navigate_event
 */
export function reloadWhereLed(event: NavigateEvent): void {
  // Where React Router keeps it in production too.
  const router: DataRouter | undefined = Reflect.get(window, '__reactRouterDataRouter')
  const next = router?.state.navigation.location
  if (event.navigationType !== 'reload' || event.userInitiated || !router || !next) return
  // Gone back to, it is in the address already.
  if (hrefOf(next) === location.href) return
  event.preventDefault()
  if (navigator.onLine) return location.assign(hrefOf(next))
  // React Router waits for that code for ever, at the next click too: links are led from here until a document comes.
  router.subscribe(({ navigation }) => navigation.location && leadOrStay(router, navigation.location))
  stay(router)
}

const hrefOf = (place: Location): string => new URL(createPath(place), location.origin).href

function leadOrStay(router: DataRouter, next: Location): void {
  if (hrefOf(next) === location.href) return
  if (navigator.onLine) location.assign(hrefOf(next))
  else stay(router)
}

/** Without a connection a document would be the browser's own error: the page that its reader has is worth more. */
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
