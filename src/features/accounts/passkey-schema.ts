import { z } from 'zod'

const base64url = (most: number) =>
  z
    .string()
    .max(most, { abort: true })
    .regex(/^[\w-]+$/)

/** An id is 1,023 bytes at the most (WebAuthn Level 3, 4). */
const CredentialId = base64url(1364)

/** The parts of a browser's `PublicKeyCredential.toJSON()` that are read; it may contain more. */
const credential = <S extends z.ZodRawShape>(response: S) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url(8000), ...response }),
  })

/** The answer of a device that has made a passkey. */
export const NewCredential = credential({
  attestationObject: base64url(40_000),
  transports: z
    .array(
      z
        .string()
        .max(32, { abort: true })
        .regex(/^[a-z-]+$/),
    )
    .max(10)
    .default([]),
})

/** The answer of a device that logs in with a passkey. It names the account itself. */
export const ShownCredential = credential({
  authenticatorData: base64url(8000),
  signature: base64url(4000),
  userHandle: base64url(100),
})
