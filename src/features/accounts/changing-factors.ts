import { APIError } from 'better-auth/api'
import { factorMessages } from '#content/factors.ts'
import { messages } from '#content/messages.ts'
import { retryConflicts, sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'
import { recordOwn } from './audited.ts'
import type { Adapter } from './auth-adapter.ts'
import { authCall, type FactorStep } from './auth-call.ts'
import type { OwnerTelling } from './factor-mails.ts'
import { confirmCodes, deleteCodes } from './factor-store.ts'
import { endAccess, lockUser, type UserRow } from './store.ts'
import { noteUnderWay, takeUnderWay } from './under-way.ts'

type Parts = { db: Database; clock: Clock; owner: OwnerTelling; openIn: (tx: Database) => Adapter }

/**
 * Sets up and removes one-time codes, with everything that belongs to it, in one transaction: the library writes the user, the
 * session and the secret one after the other, and a process that ended in between would leave an account that asks for a code
 * nobody has. Every other session ends too, the owner is told, and nothing is written for somebody who was signed out or lost the
 * account meanwhile.
 */
export function changingFactors(adapter: Adapter, { db, clock, owner, openIn }: Parts): Adapter {
  /** Does `work` if what allows it still exists, and keeps that for the steps that follow. */
  async function inStep<T>({ userId, underWay }: FactorStep, work: (tx: Database, user: UserRow) => Promise<T>) {
    await owner.ready()
    return retryConflicts(() =>
      inTransaction(db, async (tx) => {
        const user = await lockUser(tx, userId)
        if (!user || !(await takeUnderWay(tx, underWay))) throw sessionOver()
        const result = await work(tx, user)
        await noteUnderWay(tx, userId, underWay)
        return result
      }),
    )
  }

  /** Starts or stops asking for codes. */
  const switchCodes = <T>(step: FactorStep, on: boolean, write: (over: Adapter) => Promise<T>) =>
    inStep(step, async (tx, user) => {
      const written = await write(openIn(tx))
      if (!on) await deleteCodes(tx, user.id)
      else if (!step.secret || !(await confirmCodes(tx, user.id, step.secret))) throw setUpElsewhere()
      await endAccess(tx, user.id)
      await recordOwn(tx, on ? 'account.codes-on' : 'account.codes-off', user, { at: clock.now() })
      await owner.tell(tx, user, on ? 'codes-on' : 'codes-off')
      return written
    })

  /** Stores a secret that is yet to be confirmed, never in place of one that is in use; or new backup codes. */
  const keepCodes = <T>(step: FactorStep, isNewSecret: boolean, write: (over: Adapter) => Promise<T>) =>
    inStep(step, async (tx, user) => {
      if (isNewSecret === user.twoFactorEnabled) throw setUpElsewhere()
      const written = await write(openIn(tx))
      if (isNewSecret) return written
      await recordOwn(tx, 'account.backup-codes-made', user, { at: clock.now() })
      await owner.tell(tx, user, 'backup-codes-made')
      return written
    }).catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? setUpElsewhere() : error
    })

  return {
    ...adapter,
    create<T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) {
      const step = row.model === 'twoFactor' && authCall()?.step
      return step ? keepCodes(step, true, (over) => over.create<T, R>(row)) : adapter.create<T, R>(row)
    },
    update<T>(row: Parameters<typeof adapter.update<T>>[0]) {
      const { model, update } = row
      const step = authCall()?.step
      const write = (over: Adapter) => over.update<T>(row)
      if (step && model === 'user' && typeof update.twoFactorEnabled === 'boolean') {
        return switchCodes(step, update.twoFactorEnabled, write)
      }
      return step && model === 'twoFactor' && 'backupCodes' in update
        ? keepCodes(step, 'secret' in update, write)
        : write(adapter)
    },
    /** Uses up a backup code. */
    async incrementOne<T>(row: Parameters<typeof adapter.incrementOne<T>>[0]) {
      const step = row.model === 'twoFactor' && authCall()?.step
      if (!step) return adapter.incrementOne<T>(row)
      await owner.ready()
      return inTransaction(db, async (tx) => {
        // Before the code, as wherever an account is changed: whoever erases it meanwhile waits, and finds the mail.
        const user = await lockUser(tx, step.userId)
        const taken = await openIn(tx).incrementOne<T>(row)
        if (user && taken) await owner.tell(tx, user, 'backup-code-used')
        return taken
      })
    },
  }
}

const sessionOver = () => new APIError('UNAUTHORIZED', { code: 'SESSION_OVER', message: messages.signInFirst })
const setUpElsewhere = () =>
  new APIError('CONFLICT', { code: 'FACTOR_CHANGED', message: factorMessages.setUpElsewhere })
