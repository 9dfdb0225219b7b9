/** `npm run admin -- …`: the operator's commands, which run beside the shop; `commands` describes each. */
import { sql } from 'drizzle-orm'
import { promote } from '#features/accounts/first-admin.ts'
import { revokeKeys, rotateKeys } from '#features/accounts/signing-keys.ts'
import { resetFactorsByOperator, signOutByOperator } from '#features/accounts/sign-in-record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Shop } from '../src/shop.ts'
import { sayBalance } from './lib/balance.ts'
import { command, withDatabase, type Command } from './lib/command.ts'

const commands: Record<string, { takes: string; does: string; run: (argument: string) => Command }> = {
  balance: {
    takes: '',
    does: 'checks stock, orders, money, accounts and invoices against each other',
    run: () => (config, log) => withDatabase(config, log, (db) => sayBalance(db, console.log)),
  },
  'make-admin': {
    takes: 'EMAIL',
    does: 'gives an existing account admin rights',
    run: (email) => (config, log) => withDatabase(config, log, (db) => makeAdmin(db, email)),
  },
  'reset-password': {
    takes: 'EMAIL',
    does: 'sends the account’s owner a link to set a new password',
    run: (email) =>
      withShop(async (shop) => {
        await shop.jobs.open()
        // Says the same for every address: only the mailbox shows whether there is such an account.
        await shop.auth.api.requestPasswordReset({ body: { email } })
        console.log(`If ${email} has an account, a message with a link is on its way.`)
        return true
      }),
  },
  'end-sessions': {
    takes: 'EMAIL',
    does: 'signs an account out on every device',
    run: (email) => (config, log) => withDatabase(config, log, (db) => endSessions(db, email)),
  },
  'reset-second-factor': {
    takes: 'EMAIL',
    does: 'removes the one-time codes and passkeys of somebody who has lost them, and signs them out',
    run: (email) => withShop((shop) => resetFactor(shop, email)),
  },
  'rotate-keys': {
    takes: '',
    does: 'signs access tokens with a new key from now on, as happens every month',
    run: () =>
      withShop(async ({ engine: { db }, auth }) => {
        await rotateKeys(db, auth)
        console.log(
          'Access tokens are signed with a new key. Those signed with the old key stay valid for up to a quarter of an hour.',
        )
        return true
      }),
  },
  'revoke-keys': {
    takes: '',
    does: 'revokes every access token within ten seconds; browsers get new ones through their sessions',
    run: () =>
      withShop(async ({ engine: { db }, auth }) => {
        await revokeKeys(db, auth)
        console.log('Access tokens issued before now are no longer valid.')
        return true
      }),
  },
  'replay-event': {
    takes: 'ID',
    does: 'handles a stored event of the card provider again',
    run: (id) =>
      withShop(async (shop) => {
        await shop.jobs.open()
        const event = await shop.payments.replay(id)
        console.log(`${id} (${event?.type}) was handled. What it concerns now matches the provider.`)
        return true
      }),
  },
  'stuck-jobs': {
    takes: '',
    does: 'lists jobs that were given up, or have not finished within a quarter of an hour',
    run: () => (config, log) => withDatabase(config, log, listStuckJobs),
  },
}

/** Work that needs the whole shop. */
const withShop =
  (work: (shop: Shop) => Promise<boolean>): Command =>
  async (config, log) => {
    // Most commands need only the database, and loading the whole shop takes longer than they do.
    const { openShop } = await import('../src/shop.ts')
    const shop = await openShop({ ...config, seed: 'none' }, { log })
    try {
      return await work(shop)
    } finally {
      await shop.close()
    }
  }

async function endSessions(db: Database, email: string): Promise<boolean> {
  const isEnded = await signOutByOperator(db, email, new Date())
  console.log(isEnded ? `${email} is signed out on every device.` : `There is no account ${email}.`)
  return isEnded
}

async function resetFactor({ engine: { db }, owner }: Shop, email: string): Promise<boolean> {
  await owner.ready()
  const hadOne = await resetFactorsByOperator(db, email, { at: new Date(), owner })
  const outcome = {
    true: `${email} no longer has one-time codes or passkeys, and is signed out.`,
    false: `${email} has no one-time codes or passkeys.`,
  }
  console.log(hadOne === undefined ? `There is no account ${email}.` : outcome[`${hadOne}`])
  return hadOne === true
}

async function makeAdmin(db: Database, email: string): Promise<boolean> {
  const isMade = await promote(db, email, new Date())
  console.log(isMade ? `${email} is an admin.` : `There is no account ${email}: sign up with it first.`)
  return isMade
}

async function listStuckJobs(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select name || ' ' || id || ': ' || state || ', added ' || to_char(created_on at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC, tried '
      || retry_count || coalesce(', ' || left(output::text, 200), '') as line
    from jobs.job
    where state = 'failed' or (state in ('created', 'retry', 'active') and coalesce(started_on, start_after) < now() - interval '15 minutes')
    order by created_on limit 200`)
  for (const { line } of rows) console.log(line)
  if (rows.length === 0) console.log('Nothing is stuck.')
  return rows.length === 0
}

const [name = '', argument = ''] = process.argv.slice(2)
const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined
if (chosen && (argument !== '') === (chosen.takes !== '')) await command(chosen.run(argument))
else {
  for (const [each, { takes, does }] of Object.entries(commands))
    console.error(`npm run admin -- ${`${each} ${takes}`.padEnd(26)} ${does}`)
  process.exitCode = 2
}
