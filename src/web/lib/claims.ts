import type { TokenClaims } from '#features/accounts/schema.ts'
import type { Actor } from '#shared/actor.ts'

/** The signed-in user, for display only. The server trusts none of it. */
export type SessionUser = Omit<Actor, 'session'>

/**
 * Decodes an access token's claims (RFC 7519) without verifying them: the server verifies, the page only displays.
 * The shape is checked by hand because Zod would double the script size of every public page.
 * @returns undefined for anything that is not one of the shop's tokens.
 */
export function decodeClaims(token: string): TokenClaims | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(payload))
    return isTokenClaims(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/** @returns the user a token names, even after it expires: access expires, identity does not. */
export function userOf(token: string): SessionUser | undefined {
  const claims = decodeClaims(token)
  return claims && { id: claims.sub, email: claims.email, name: claims.name, role: claims.role }
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
}

const isText = (value: unknown) => typeof value === 'string'

/** Keyed by every claim of the schema, so that a new one cannot be forgotten here. */
const claimTypes: Record<keyof TokenClaims, (value: unknown) => boolean> = {
  sub: isText,
  email: isText,
  name: isText,
  role: (value) => value === 'user' || value === 'admin',
  exp: (value) => typeof value === 'number',
}

function isTokenClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false
  const claims: Partial<Record<string, unknown>> = { ...value }
  return Object.entries(claimTypes).every(([name, is]) => is(claims[name]))
}
