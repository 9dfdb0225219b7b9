import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { messages, tooLong } from '#content/messages.ts'
import { listQuery } from '#shared/list.ts'
import { isPlainLine, withAsciiDigits } from '#shared/text.ts'

/**
 * The specification's "simple pattern": something, an at sign, something with a dot. The part before the at sign has none of the
 * characters that structure a list of addresses (RFC 5322, 3.2.3); of ASCII, the part after it has only what host names are made
 * of; as in names, no character hides or reorders those around it. The pattern matches no text in two ways, and is tried only on
 * short texts: nobody's address may keep the process busy.
 */
export const Email = z
  .string({ error: messages.emailRequired })
  .trim()
  .min(1, messages.emailRequired)
  .max(254, { error: messages.emailInvalid, abort: true })
  .regex(/^[^\s@<>"(),:;[\\\]]+@[^\s!-,/:-@[-^`{-~][^\s!-,./:-@[-^`{-~]*\.[^\s!-,/:-@[-^`{-~]+$/, messages.emailInvalid)
  .refine(isPlainLine, messages.emailInvalid)
  .toLowerCase()

export const Password = z
  .string({ error: messages.passwordRequired })
  .min(1, messages.passwordRequired)
  .min(6, messages.passwordTooShort)
  .max(128, tooLong(128))

export const PersonName = z
  .string({ error: messages.nameRequired })
  .trim()
  .min(1, messages.nameRequired)
  .max(80, { error: tooLong(80), abort: true })
  .refine(isPlainLine, fieldMessages.hiddenCharacters)

/** Stored in ASCII digits, which everybody can dial, and on one line, however it was typed. */
export const Phone = z
  .string({ error: messages.phoneRequired })
  .trim()
  .min(1, messages.phoneRequired)
  .max(40, { error: messages.phoneInvalid, abort: true })
  .overwrite((text) => withAsciiDigits(text).replaceAll(/\s+/g, ' '))
  .regex(/^[+\d][\d ().-]{4,}$/, messages.phoneInvalid)

export const Login = z.object({ email: Email, password: Password })
export type Login = z.infer<typeof Login>

export const Signup = Login.extend({ name: PersonName })
export type Signup = z.infer<typeof Signup>

const Role = z.enum(['user', 'admin'])

/** A user on the wire, as admins see it. */
export const User = z.object({
  _id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  removed: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

export const userSorts = ['newest', 'oldest', 'name', '-name', 'email', '-email', 'role', '-role'] as const
export type UserSort = (typeof userSorts)[number]
/** Query of GET /user; without parameters the whole list, newest first. */
export const UserQuery = z.object({ ...listQuery, sort: z.enum(userSorts).optional() })
export type UserQuery = z.infer<typeof UserQuery>

/** A user's own data on My Profile. */
export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  hasCodes: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

export const PasskeyName = z
  .string({ error: fieldMessages.passkeyName })
  .trim()
  .min(1, fieldMessages.passkeyName)
  .max(60, { error: tooLong(60), abort: true })
  .refine(isPlainLine, fieldMessages.hiddenCharacters)

/** One of the caller's own passkeys. `usedAt` is when somebody last logged in with it. */
export const Passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** One of the caller's own sessions. `usedAt` is when it was last renewed, at most a day before it was used. */
export const SignedInDevice = z.object({
  _id: z.uuid(),
  current: z.boolean(),
  name: z.string(),
  address: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const Token = z.object({ token: z.string() })
export type Token = z.infer<typeof Token>
/** `lacksSecondFactor` is set for an admin who may not act as one until they have set up a second factor. */
export const AdminResponse = z.object({ admin: z.boolean(), lacksSecondFactor: z.literal(true).optional() })

/** The claims of the 15-minute access token. The server believes only `sub`, and looks the rest up. */
export const TokenClaims = z.object({
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  exp: z.number(),
})
export type TokenClaims = z.infer<typeof TokenClaims>
