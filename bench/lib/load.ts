import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { queriesOf, type Query } from '#testing/queries.ts'
import { debianVersions } from '../../scripts/lib/pg-tools.ts'
import { findProgram } from '../../scripts/lib/programs.ts'
import type { Task } from '../servers/bare.ts'
import type { Call, Calls } from './call.ts'
import { onServerCore } from './cores.ts'
import { isQuiet } from './postgres.ts'
import { alone, type MeasuredServer } from './server.ts'
import type { World } from './world.ts'

/** The result of a round: times in milliseconds, CPU time in microseconds, NaN for what it cannot measure. */
export type Sample = { perSecond: number; cpuPerAnswer: number; p50: number; p99: number }
/** One side of a comparison, measured for some seconds. */
export type Contender = (seconds: number) => Promise<Sample>
/** The result of wrk: times in milliseconds. */
type Load = { answers: number; seconds: number; failed: number; p50: number; p99: number }

export const clients = 8
/** Seconds at the start of each round that are not counted: a server catches up on what it missed while it was stopped. */
export const uncountedSeconds = 1

/**
 * A server under a closed loop, alone on its core, with the CPU time that it reports.
 * @param options.task says before each round what a bare server is to answer
 */
export function serving(
  server: MeasuredServer,
  calls: Calls,
  { task, connections = clients }: { task?: () => Promise<Task>; connections?: number } = {},
): Contender {
  return async (seconds) => {
    if (task) await server.shallAnswer(await task())
    const requests = await calls()
    return alone(server, async () => {
      await wrk(server, requests, uncountedSeconds, connections)
      const before = await server.usage()
      const { answers, seconds: took, p50, p99 } = await wrk(server, requests, seconds, connections)
      const { cpuMs } = await server.usage()
      return { perSecond: answers / took, cpuPerAnswer: ((cpuMs - before.cpuMs) * 1000) / answers, p50, p99 }
    })
  }
}

/** A closed loop of keep-alive connections that send the calls in turn. @throws when a call fails. */
export async function wrk(server: MeasuredServer, calls: Call[], seconds: number, connections = clients) {
  const program = findProgram('wrk')
  if (!program) throw new Error('wrk is missing: install it (Debian: apt-get install wrk)')
  const script = join(server.folder, 'calls.lua')
  writeFileSync(script, luaOf(calls))
  const time = `--duration=${Math.ceil(seconds)}s`
  const options = [`--connections=${connections}`, '--threads=1', time, `--script=${script}`]
  const { stdout } = await promisify(execFile)(program, [...options, `http://127.0.0.1:${server.port}`])
  // wrk exits without waiting for the last answers: a server stopped now would keep holding the locks of these calls.
  await sleep(200)
  const load: Load = JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
  if (load.failed > 0) throw new Error(`${load.failed} of ${load.answers} calls failed: ${calls[0]?.path}`)
  return load
}

const luaOf = (calls: readonly Call[]): string => `
local requests, n = { ${calls.map((call) => JSON.stringify(bytesOf(call))).join(', ')} }, 0
function request()
  n = n % #requests + 1
  return requests[n]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"seconds":%f,"failed":%d,"p50":%f,"p99":%f}', summary.requests, summary.duration / 1e6,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`

/** A call as it goes over the wire. */
function bytesOf({ method, path, headers, body = '' }: Call): string {
  const all = { host: 'localhost', ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

/** What a use case sends to the database, and the ids it generated among the values: each run needs new ones. */
export type Transaction = { statements: Query[]; madeIds: string[] }

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

/**
 * Recorded from the use case itself, which runs once for real, so that the two cannot drift apart.
 * @param known contains the ids that are passed in; without it, none are taken to be generated.
 */
export async function transactionOf(work: () => Promise<unknown>, known?: string): Promise<Transaction> {
  const statements = await queriesOf(work)
  const ids = statements.flatMap(({ values }) => values.join(' ').match(uuid) ?? [])
  return { statements, madeIds: known ? [...new Set(ids)].filter((id) => !known.includes(id)) : [] }
}

/** The lines to put before statements that contain a `risingId`. */
const countUp = '\\set i :i + 1\n\\set n :start + 16 * :i + :client_id\n'

/** Replaces the nth id by one that rises like the shop's own and that no other client or run uses. */
const risingId = (n: number): string =>
  `('ffffffff-ffff-7fff-b${n.toString(16).padStart(3, '0')}-' || lpad(to_hex(:n::bigint), 12, '0'))`

/**
 * A transaction as a script. Its values are variables, which pgbench sends apart from the text, as the shop does.
 * @param define gives a value its name, unique across all scripts of a run
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

/** Runs random transactions, statement by statement, in place of the shop: on its core, as fast as possible. */
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
    if (!stdout.includes('failed transactions: 0 ')) throw new Error(`pgbench did not run cleanly:\n${stdout}`)
    return { perSecond: meanOf(stderr), cpuPerAnswer: Number.NaN, p50: Number.NaN, p99: Number.NaN }
  }
}

/** The mean of what pgbench reports for each counted second: `progress: 2.0 s, 60558.1 tps, …`. */
function meanOf(progress: string): number {
  const perSecond = [...progress.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps))
  const counted = perSecond.slice(uncountedSeconds)
  return counted.reduce((sum, each) => sum + each, 0) / counted.length
}
