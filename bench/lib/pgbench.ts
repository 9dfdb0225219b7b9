import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/programs.ts'
import { uncountedSeconds, type Sample } from './compare.ts'
import { onServerCore } from './cores.ts'
import { isQuiet } from './postgres.ts'
import { alone } from './server.ts'
import { freshIdsIn, type Transaction } from './statements.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** The benchmark program that comes with PostgreSQL. @throws when it is not there. */
function findPgbench(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = versions.map((version) => join(debianFolder, version, 'bin'))
  const found = findProgram('pgbench', folders)
  if (!found)
    throw new Error('pgbench is missing: install PostgreSQL with its programs (Debian: apt-get install postgresql)')
  return found
}

/** In scripts, an id in place of a fresh one that rises like the shop's own: no other client or run has it. */
const risingId = (freshOne: string): string =>
  `('ffffffff-ffff-7fff-b${freshOne.slice(-3)}-' || lpad(to_hex(:n::bigint), 12, '0'))`

/** The lines before statements that have a `risingId`. */
const countUp = '\\set i :i + 1\n\\set n :start + 16 * :i + :client_id\n'

/** The nth transaction as a script: its values are variables, which pgbench sends as the shop does, beside the text. */
function scriptOf(transaction: Transaction, n: number): string {
  const lines = transaction.map(({ text, values }, m) => {
    const sql = text.replace(/\$(\d+)/g, (_, place: string) => {
      const value = values[Number(place) - 1]
      const name = `:${variable(n, m, Number(place))}`
      const freshOnes = freshIdsIn(value)
      if (freshOnes.length > 0)
        return freshOnes.reduce((from, id) => `replace(${from}, '${id}', ${risingId(id)})`, `${name}::text`)
      return value === null ? 'null' : name
    })
    return `${sql.replaceAll(/\s*\n\s*/g, ' ').trim()};\n`
  })
  const script = lines.join('')
  return script.includes(':n::') ? countUp + script : script
}

const variable = (script: number, statement: number, place: number): string => `t${script}s${statement}v${place}`

const definitionsOf = (transaction: Transaction, n: number): string[] =>
  transaction.flatMap(({ values }, m) =>
    values.map((value, index) => `--define=${variable(n, m, index + 1)}=${String(value)}`),
  )

type Run = { url: string; transactions: Transaction[]; clients: number; seconds: number }

/** Runs transactions, statement by statement, picked at random, in the shop's place: on its core, as fast as it goes. */
export async function pgbench({ url, transactions, clients, seconds }: Run): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'))
  const files = transactions.map((transaction, n) => {
    const file = join(folder, `${n}.sql`)
    writeFileSync(file, scriptOf(transaction, n))
    return file
  })
  const [command, args] = onServerCore(findPgbench(), [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    '--jobs=1',
    `--time=${uncountedSeconds + Math.max(1, Math.round(seconds))}`,
    ...transactions.flatMap(definitionsOf),
    '--define=i=0',
    `--define=start=${Date.now() * 64}`,
    '--progress=1',
    ...files.map((file) => `--file=${file}`),
    url,
  ])
  try {
    const { stdout, stderr } = await alone(
      undefined,
      () => run(command, args),
      () => isQuiet(url),
    )
    if (!/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench did not run clean:\n${stdout}`)
    return { perSecond: reached(stderr) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The mean of what pgbench reports for each second that counts: `progress: 2.0 s, 60558.1 tps, …`. */
function reached(progress: string): number {
  const perSecond = [...progress.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps))
  const counted = perSecond.slice(uncountedSeconds)
  return counted.reduce((sum, each) => sum + each, 0) / counted.length
}
