import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bigintNumber, id, timestamptz } from '#platform/db/columns.ts'
import type { Role, SecondFactor } from '#shared/actor.ts'

/** People who can sign in. A removed one keeps the row, since orders and reviews point to it. */
export const users = pgTable(
  'user',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role').$type<Role>().notNull().default('user'),
    /** Whether a sign-in asks for a one-time code too. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    removedAt: timestamptz('removed_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at')
      .notNull()
      .defaultNow()
      .$onUpdate(() => sql`now()`),
  },
  (t) => [
    uniqueIndex('user_email_key').on(t.email),
    check('user_email_lower', sql`${t.email} = lower(${t.email})`),
    check('user_role_known', sql`${t.role} in ('user', 'admin')`),
  ],
)

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Sign-in sessions (HttpOnly cookie). Access tokens name theirs and end with it. Better Auth uses this table and those below. */
export const sessions = pgTable(
  'session',
  {
    id: id(),
    userId: owner(),
    token: text('token').notNull().unique(),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The second factor its owner signed in with; null for none. */
    secondFactor: text('second_factor').$type<SecondFactor>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [index('session_user').on(t.userId), index('session_expires').on(t.expiresAt)],
)

/** The secret of somebody’s one-time codes and their backup codes, both encrypted with AUTH_SECRET. */
export const twoFactors = pgTable(
  'two_factor',
  {
    id: id(),
    userId: owner(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** Whether a first code was right: until then no sign-in asks for codes. */
    verified: boolean('verified').notNull().default(false),
    // Better Auth’s own counting of wrong codes is off (accounts/limits.ts), but needs these columns all the same.
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: timestamptz('locked_until'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('two_factor_user').on(t.userId)],
)

/** Passkeys (WebAuthn): the public part of the keys that people's devices keep. */
export const passkeys = pgTable(
  'passkey',
  {
    id: id(),
    userId: owner(),
    name: text('name').notNull(),
    /** The device's id of the key. */
    credentialID: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** How often the device says it has used the key; always 0 for a key that several devices share. */
    counter: bigintNumber('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When somebody last signed in with it. */
    usedAt: timestamptz('used_at'),
  },
  (t) => [uniqueIndex('passkey_credential').on(t.credentialID), index('passkey_user').on(t.userId)],
)

/** Ways to sign in: a password (`credential`) or an OpenID Connect account. */
export const accounts = pgTable(
  'account',
  {
    id: id(),
    userId: owner(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('account_provider_key').on(t.providerId, t.accountId), index('account_user').on(t.userId)],
)

/** One-time values: reset and verification links, OpenID Connect state. */
export const verifications = pgTable(
  'verification',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verification_identifier').on(t.identifier), index('verification_value').on(t.value)],
)

/** Sign-ups, where mail is sent, whose link has not been opened yet: until then there is no account. At most a day's worth. */
export const signUps = pgTable('sign_up', {
  id: id(),
  /** The hash of the token in the link. */
  token: text('token').notNull().unique(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  /** Stored as an account's password is. */
  password: text('password').notNull(),
  /** The hash of a value known only to the browser in which the form was filled in. */
  browser: text('browser').notNull(),
  /** The path to go to afterwards. */
  next: text('next'),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** The key pairs that sign access tokens; private keys are encrypted with AUTH_SECRET. */
export const signingKeys = pgTable('jwks', {
  id: id(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at'),
})
