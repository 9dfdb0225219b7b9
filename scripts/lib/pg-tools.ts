import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './programs.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** The program folders of Debian's PostgreSQL versions, newest first. */
export function debianVersions(): string[] {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, 'bin'))
}

/**
 * Runs one of PostgreSQL's own programs: Debian's newest, since one older than the server refuses to run, else PATH's.
 * @throws Error with its message, or with how to install it.
 */
export async function runPgTool(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  url?: string,
): Promise<void> {
  const debian = debianVersions().map((folder) => join(folder, name))
  const program = debian.find((each) => existsSync(each)) ?? findProgram(name, [])
  if (!program)
    throw new Error(`${name} is not on this machine: install it (Debian: apt-get install postgresql-client)`)
  const database = url && databaseOf(url)
  const env = { PATH: process.env.PATH, ...(database && { PGPASSWORD: database.password }) }
  const all = database ? [...args, '--dbname', database.address] : [...args]
  try {
    await run(program, all, { env, maxBuffer: 10_000_000 })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new Error(`${name} failed: ${said}`, { cause: error })
  }
}

/** Splits off the password: everybody on the machine can read a program's arguments. */
function databaseOf(url: string): { address: string; password: string } {
  const { username, password, hostname, port, pathname, search } = new URL(url)
  const address = `postgres://${username && `${username}@`}${hostname}${port && `:${port}`}${pathname}${search}`
  return { address, password: decodeURIComponent(password) }
}
