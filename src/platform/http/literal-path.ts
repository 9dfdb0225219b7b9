import { getPath } from 'hono/utils/url'

/**
 * The path that Hono's router is asked for. It takes a `*` or a `:name` that somebody asks for to be the route's own pattern, finds
 * that twice, and runs what stands there twice (https://github.com/honojs/hono/issues/5370): what has one turn for each would wait
 * for itself, and never answer. Escaped they are text; a handler gets its parameters without escapes as ever.
 */
export function literalPath(request: Request): string {
  return getPath(request).replaceAll(/(?<=\/)[*:]/g, (c) => (c === '*' ? '%2A' : '%3A'))
}
