import { createHash } from 'node:crypto'

type Policy = Record<string, readonly string[]>

/** The Content-Security-Policy source for an inline script or style: its SHA-256 (CSP Level 3). */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy of pages: no script but our own files and one constant inline script, named by its hash. */
export function pagePolicy({
  inlineScript,
  stripe,
  secure,
}: {
  inlineScript: string
  stripe: boolean
  secure: boolean
}): string {
  const script = stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  const frame = stripe ? [...script, 'https://hooks.stripe.com'] : ["'none'"]
  const connect = stripe ? ['https://api.stripe.com'] : []
  return serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", hashSource(inlineScript), ...script],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'frame-src': frame,
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // Text never becomes markup, script or a script's address. Stripe's script needs a policy for that (stripe-trust.ts), and may
    // have its own.
    'require-trusted-types-for': ["'script'"],
    ...(!stripe && { 'trusted-types': ["'none'"] }),
    ...(secure && { 'upgrade-insecure-requests': [] }),
  })
}

/** The policy of everything that is not a page: it may load nothing. */
export const dataPolicy = serialise({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })

/** The headers of every answer, built once. */
export function securityHeaders(secure: boolean): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), usb=()'],
  ]
  if (secure) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}

function serialise(policy: Policy): string {
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
