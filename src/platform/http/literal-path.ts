import { getPath } from 'hono/utils/url'

/**
 * The path to route by. Hono's router takes a `*` or a `:name` in a request for the route's own pattern, matches it twice, and
 * runs the route's handlers twice (https://github.com/honojs/hono/issues/5370): middleware that gives each caller one turn would
 * wait for itself and never answer. Escaped, they are text; a handler still gets its parameters unescaped.
 */
export function literalPath(request: Request): string {
  return getPath(request).replaceAll(/(?<=\/)[*:]/g, (c) => (c === '*' ? '%2A' : '%3A'))
}
