import { createPath, type DataRouter } from 'react-router'

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
  if (event.navigationType !== 'reload' || event.userInitiated || !next) return
  const { href } = new URL(createPath(next), location.origin)
  // Gone back to, it is in the address already.
  if (href === location.href) return
  event.preventDefault()
  location.assign(href)
}
