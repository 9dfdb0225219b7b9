import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dataPolicy, pagePolicy, securityHeaders } from './headers.ts'

test('every answer has security headers, with HSTS for a year behind TLS', () => {
  expect(Object.fromEntries(securityHeaders(false))).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  })
  const atTls = securityHeaders(true).filter((header) => !securityHeaders(false).join().includes(header.join()))
  expect(atTls).toEqual([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']])
})

describe('the Content-Security-Policy', () => {
  const inlineScript = 'document.title = "x"'
  const plain = { inlineScript, stripe: false, secure: false }
  const read = (policy: string) =>
    Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
    )
  const ofPages = {
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`,
    'style-src': "'self'",
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'none'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }

  test('allows our own files and the one inline script on pages', () => {
    expect(read(pagePolicy(plain))).toEqual(ofPages)
  })

  test('allows nothing for everything else', () => {
    expect(read(dataPolicy)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
  })

  test('allows Stripe where cards are paid by Stripe', () => {
    const scripts = 'https://js.stripe.com https://*.js.stripe.com'
    const { 'trusted-types': _named, ...others } = ofPages
    expect(read(pagePolicy({ ...plain, stripe: true }))).toEqual({
      ...others,
      'script-src': `${ofPages['script-src']} ${scripts}`,
      'frame-src': `${scripts} https://hooks.stripe.com`,
      'connect-src': "'self' https://api.stripe.com",
    })
  })

  test('turns plain addresses into secure ones behind TLS', () => {
    expect(read(pagePolicy({ ...plain, secure: true }))).toEqual({ ...ofPages, 'upgrade-insecure-requests': '' })
  })
})
