import { createAuth } from '#features/accounts/auth.ts'
import { createAuthenticate } from '#features/accounts/authenticate.ts'
import { createDevices } from '#features/accounts/devices.ts'
import { ownerTelling } from '#features/accounts/factor-mails.ts'
import type { PasswordHashing } from '#features/accounts/passwords.ts'
import { createAccounts } from '#features/accounts/service.ts'
import { createSignInRecord } from '#features/accounts/sign-in-record.ts'
import { createStored } from '#features/accounts/stored.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import type { Config } from '../config.ts'
import { openSignInSandbox } from '../sandbox/sign-in/open.ts'

type Parts = {
  db: Database
  reads: Reads
  clock: Clock
  sendMail: SendMail
  /** Resolves when mails can be queued. */
  ready: () => Promise<void>
  hashing: PasswordHashing | undefined
  log: Log
}

/** Who people are and how they prove it: accounts, sessions, devices and Continue with Google, or its sandbox. */
export function openAccounts(config: Config, { db, reads, clock, sendMail, ready, hashing, log }: Parts) {
  const { publicUrl, port, authSecret: secret, staffFactor } = config
  const signInSandbox = config.google || !config.sandbox ? undefined : openSignInSandbox({ db, publicUrl, secret, log })
  const google = config.google ?? signInSandbox?.settings
  const owner = ownerTelling({ sendMail, ready }, publicUrl)
  const mailsSignUp = config.smtpUrl !== undefined
  const auth = createAuth(
    { publicUrl, port, secret, google, mailsSignUp },
    { db, clock, owner, sendMail, log, hashing },
  )
  const accounts = createAccounts({ db, reads, clock, auth, publicUrl, staffFactor })
  const storedAccounts = createStored(db)
  const { passwordOf, secretOf } = storedAccounts
  return {
    accounts,
    auth,
    ...createAuthenticate(accounts),
    devices: createDevices({ secret, publicUrl, clock, passwordOf, secretOf }),
    owner,
    signIns: createSignInRecord({ db, clock, owner }),
    signInSandbox,
    storedAccounts,
  }
}
