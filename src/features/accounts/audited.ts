import { recordAudit, type AuditEntry } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Role } from '#shared/actor.ts'

type Person = { id: string; email: string }
type Changes = Pick<AuditEntry, 'before' | 'after'>

const subjectOf = ({ id, email }: Person) => ({ type: 'user', id, label: email })

/** What somebody does with their own account. */
export type OwnAct =
  | 'account.signed-up'
  | 'account.signed-in'
  | 'account.new-device'
  | 'account.signed-out'
  | 'account.sessions-ended'
  | 'account.device-ended'
  | 'account.password-changed'
  | 'account.password-reset'
  | 'account.email-verified'
  | 'account.google-connected'
  | 'account.codes-on'
  | 'account.codes-off'
  | 'account.backup-codes-made'
  | 'account.passkey-added'
  | 'account.passkey-renamed'
  | 'account.passkey-removed'
  | 'account.name-changed'
  | 'account.erased'

export async function recordOwn(
  tx: Database,
  action: OwnAct,
  user: Person,
  { at, ...changes }: Changes & { at: Date },
): Promise<void> {
  await recordAudit(tx, { at, actor: { id: user.id, email: user.email }, action, subject: subjectOf(user), ...changes })
}

/** What is done to an account by the operator of the shop, or by somebody who has not proved that it is theirs. */
export type StrangersAct =
  | 'account.sign-in-failed'
  | 'account.code-failed'
  | 'account.passkey-refused'
  | 'account.reset-asked'
  | 'account.sessions-ended'
  | 'account.factor-reset'

export async function recordStranger(tx: Database, action: StrangersAct, user: Person, at: Date): Promise<void> {
  await recordAudit(tx, { at, actor: null, action, subject: subjectOf(user) })
}

/** @param actor null when nobody is signed in: for the first admin at the shop's start, and for `npm run admin`. */
export async function recordRole(
  tx: Database,
  { at, actor }: Pick<AuditEntry, 'at' | 'actor'>,
  user: Person & { role: Role },
  role: Role,
): Promise<void> {
  if (user.role === role) return
  const action = role === 'admin' ? 'user.made-admin' : 'user.admin-revoked'
  const changes = { before: { role: user.role }, after: { role } }
  await recordAudit(tx, { at, actor, action, subject: subjectOf(user), ...changes })
}

export async function recordRemoval(
  tx: Database,
  { at, actor }: Pick<AuditEntry, 'at' | 'actor'>,
  user: Person & { role: Role },
): Promise<void> {
  await recordAudit(tx, { at, actor, action: 'user.removed', subject: subjectOf(user), before: { role: user.role } })
}
