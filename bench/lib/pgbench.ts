import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/programs.ts'
import { onServerCore } from './cores.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** The benchmark program that comes with PostgreSQL. @throws when it is not there. */
function findPgbench(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const found = findProgram(
    'pgbench',
    versions.map((version) => join(debianFolder, version, 'bin')),
  )
  if (!found)
    throw new Error('pgbench is missing: install PostgreSQL with its programs (Debian: apt-get install postgresql)')
  return found
}

/** In scripts, a fresh id that rises like the shop's own: no other client or run has it. */
export const freshId = "('ffffffff-ffff-7fff-bfff-' || lpad(to_hex(:n::bigint), 12, '0'))"

/** The lines before a statement that has a `freshId`. */
const countUp = '\\set i :i + 1\n\\set n :start + 16 * :i + :client_id\n'

/**
 * Runs statements, picked at random, in place of the shop: on its core, over as many connections, each prepared.
 * @returns transactions a second
 */
export async function pgbench(url: string, statements: string[], clients: number, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'))
  const files = statements.map((statement, n) => {
    const file = join(folder, `${n}.sql`)
    writeFileSync(file, statement.includes(freshId) ? countUp + statement : statement)
    return file
  })
  const [command, args] = onServerCore(findPgbench(), [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    '--jobs=1',
    `--time=${Math.max(1, Math.round(seconds))}`,
    '--define=i=0',
    `--define=start=${Date.now() * 64}`,
    ...files.map((file) => `--file=${file}`),
    url,
  ])
  const { stdout } = await run(command, args).finally(() => rmSync(folder, { recursive: true }))
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (!tps || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench did not run clean:\n${stdout}`)
  return Number(tps)
}
