/**
 * The token of a link from a message, which stands in the fragment of the address so that no server logs it.
 * Only the browser knows it: never call it where the server renders.
 */
export function linkToken(name = 'token'): string {
  return new URLSearchParams(window.location.hash.slice(1)).get(name) ?? ''
}
