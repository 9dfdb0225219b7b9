/**
 * The token of a link from a message, which is in the URL fragment so that no server logs it.
 * Only the browser knows the fragment: never call this during server rendering.
 */
export function linkToken(name = 'token'): string {
  return new URLSearchParams(window.location.hash.slice(1)).get(name) ?? ''
}
