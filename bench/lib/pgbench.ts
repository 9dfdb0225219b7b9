import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { queriesOf, type Query } from '#testing/queries.ts'
import { debianVersions } from '../../scripts/lib/pg-tools.ts'
import { findProgram } from '../../scripts/lib/programs.ts'
import { clients, uncountedSeconds, type Contender } from './compare.ts'
import { onServerCore } from './cores.ts'
import { isQuiet } from './postgres.ts'
import { alone } from './server.ts'
import type { World } from './world.ts'

/** What a use case sends to the database, and the ids among the values that it made: each time they have to be others. */
export type Transaction = { statements: Query[]; madeIds: string[] }

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

/**
 * Taken from the use case itself, so that the two cannot drift apart: it runs once, for real.
 * @param known has the ids that it is told; without, it makes none.
 */
export async function transactionOf(work: () => Promise<unknown>, known?: string): Promise<Transaction> {
  const statements = await queriesOf(work)
  const ids = statements.flatMap(({ values }) => values.join(' ').match(uuid) ?? [])
  return { statements, madeIds: known ? [...new Set(ids)].filter((id) => !known.includes(id)) : [] }
}

/** The lines before statements that have a `risingId`. */
const countUp = '\\set i :i + 1\n\\set n :start + 16 * :i + :client_id\n'

/** In place of the nth id, one that rises like the shop's own: no other client or run has it. */
const risingId = (n: number): string =>
  `('ffffffff-ffff-7fff-b${n.toString(16).padStart(3, '0')}-' || lpad(to_hex(:n::bigint), 12, '0'))`

/**
 * A transaction as a script. Its values are variables, which pgbench sends as the shop does, beside the text.
 * @param define names a value, for all scripts of a run
 */
function scriptOf({ statements, madeIds }: Transaction, define: (value: unknown) => string): string {
  const lines = statements.map(({ text, values }) => {
    const sql = text.replace(/\$(\d+)/g, (_, place: string) => {
      const value = values[Number(place) - 1]
      if (value === null) return 'null'
      const made = madeIds.filter((id) => String(value).includes(id))
      const name = `:${define(value)}${made.length > 0 ? '::text' : ''}`
      return made.reduce((from, id) => `replace(${from}, '${id}', ${risingId(madeIds.indexOf(id))})`, name)
    })
    return `${sql.replaceAll(/\s*\n\s*/g, ' ').trim()};\n`
  })
  return (madeIds.length > 0 ? countUp : '') + lines.join('')
}

/** Transactions, statement by statement, picked at random, in the shop's place: on its core, as fast as it goes. */
export function pgbench({ db, url, folder }: World, transactions: readonly Transaction[]): Contender {
  return async (seconds) => {
    const program = findProgram('pgbench', debianVersions())
    if (!program) throw new Error('pgbench is missing: install PostgreSQL (Debian: apt-get install postgresql)')
    const variables = ['i=0', `start=${Date.now() * 64}`]
    const define = (value: unknown) => `v${variables.push(`v${variables.length}=${String(value)}`) - 1}`
    const scripts = transactions.map((transaction, n) => {
      const file = join(folder, `transaction-${n}.sql`)
      writeFileSync(file, scriptOf(transaction, define))
      return `--file=${file}`
    })
    const time = `--time=${uncountedSeconds + Math.ceil(seconds)}`
    const options = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=1', '--progress=1', time]
    const definitions = variables.map((variable) => `--define=${variable}`)
    const [command, args] = onServerCore(program, [...options, ...definitions, ...scripts, url])
    const run = () => promisify(execFile)(command, args)
    const { stdout, stderr } = await alone(undefined, run, () => isQuiet(db))
    if (!stdout.includes('failed transactions: 0 ')) throw new Error(`pgbench did not run clean:\n${stdout}`)
    return { perSecond: meanOf(stderr), cpuPerAnswer: Number.NaN, p50: Number.NaN, p99: Number.NaN }
  }
}

/** The mean of what pgbench reports for each second that counts: `progress: 2.0 s, 60558.1 tps, …`. */
function meanOf(progress: string): number {
  const perSecond = [...progress.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps))
  const counted = perSecond.slice(uncountedSeconds)
  return counted.reduce((sum, each) => sum + each, 0) / counted.length
}
