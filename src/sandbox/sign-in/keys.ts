import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { JWK } from 'oidc-provider'

/** The bytes before the 32 of an Ed25519 private key in PKCS #8 form (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The sandbox's keys, all derived from the shop's secret (HKDF, RFC 5869): they need no storage of their own, and
 * every process that shares the secret has the same ones.
 */
export function deriveKeys(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `sign-in sandbox: ${purpose}`, 32))
  const signing = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, derive('id tokens')]),
    format: 'der',
    type: 'pkcs8',
  })
  const jwk: JWK = { ...signing.export({ format: 'jwk' }), kty: 'OKP', alg: 'EdDSA', use: 'sig' }
  return {
    jwks: { keys: [jwk] },
    clientSecret: derive('client secret').toString('base64url'),
    cookieKey: derive('cookies').toString('base64url'),
  }
}
