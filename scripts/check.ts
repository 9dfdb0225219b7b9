/** Everything besides the tests that must pass before a change lands. Runs all checks, even after one has failed. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

type Check = { title: string; passes: () => boolean }

const root = join(import.meta.dirname, '..')

/** As in .oxlintrc.json. */
const mostLines = 300

/** Earlier migrations were applied with no other release running. */
const firstBesideOthers = '0028'

/** Rules about taste, not locks, and what the migration runner takes care of: lock timeouts, and transactions where possible. */
const notAsked = [
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamptz',
  'require-lock-timeout',
  'require-statement-timeout',
]

const checks: Check[] = [
  { title: 'Format (npm run format fixes it)', passes: () => tool('oxfmt', ['--check']) },
  { title: 'Lint', passes: () => tool('oxlint', ['--deny-warnings']) },
  { title: 'Length of the style sheets', passes: stylesAreShort },
  { title: 'Route types', passes: () => tool('react-router', ['typegen']) },
  { title: 'Types', passes: () => tool('tsc', ['-p', '.']) },
  { title: 'Types of the plain JavaScript', passes: () => tool('tsc', ['-p', 'scripts/tsconfig.javascript.json']) },
  { title: 'Boundaries', passes: () => run(process.execPath, [join(root, 'scripts', 'boundaries.ts')]) },
  { title: 'Dead code', passes: () => tool('knip', ['--no-config-hints']) },
  { title: 'Migrations (npm run db:migration -- name writes one)', passes: tablesAreMigrated },
  { title: 'Migrations beside the previous release (docs/decisions/0054)', passes: migrationsLockNobodyOut },
  { title: 'Lock file', passes: lockNamesNoRegistry },
]

const failed = checks.filter((check) => !holds(check)).map(({ title }) => title)
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

function holds({ title, passes }: Check): boolean {
  console.log(`\n── ${title} ──`)
  return passes()
}

function tool(name: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const path = join(root, 'node_modules', '.bin', name)
  // On Windows npm puts scripts for the shell there.
  return process.platform === 'win32' ? run(`"${path}.cmd"`, args, { shell: true, env }) : run(path, args, { env })
}

type Options = { shell?: boolean; env?: NodeJS.ProcessEnv }

function run(command: string, args: string[], { shell, env }: Options = {}): boolean {
  const surroundings = { ...process.env, ...env }
  const { status, error } = spawnSync(command, args, { shell, env: surroundings, cwd: root, stdio: 'inherit' })
  if (error) console.log(error.message)
  return status === 0
}

/** The linter's limit on the length of files, applied to styles, which it does not read. */
function stylesAreShort(): boolean {
  const long = globSync('src/**/*.css', { cwd: root }).filter((path) => linesOf(path) > mostLines)
  for (const path of long) console.log(`${path} has ${linesOf(path)} lines, more than ${mostLines}`)
  return long.length === 0
}

function linesOf(path: string): number {
  return readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
}

/** Whether the migrations create the tables that the sources describe: drizzle-kit has nothing to add to a copy of them. */
function tablesAreMigrated(): boolean {
  const copy = join('.cache', 'migrations')
  cpSync(join(root, 'migrations'), join(root, copy), { recursive: true })
  const before = readdirSync(join(root, copy)).length
  const couldTell = tool('drizzle-kit', ['generate'], { MIGRATIONS_FOLDER: copy })
  const isSame = readdirSync(join(root, copy)).length === before
  rmSync(join(root, copy), { recursive: true })
  return couldTell && isSame
}

/**
 * Whether the previous release can serve while migrations are applied and afterwards: none locks a table for a full scan,
 * changes all of its rows, or removes what that release uses.
 */
function migrationsLockNobodyOut(): boolean {
  const files = readdirSync(join(root, 'migrations')).filter(
    (name) => name.endsWith('.sql') && name >= firstBesideOthers,
  )
  if (files.length === 0) return true
  const paths = files.map((name) => join(root, 'migrations', name))
  const rewriting = paths.filter((path) => rewritesMany(readFileSync(path, 'utf8')))
  for (const path of rewriting) console.log(`${path} changes rows: let a task do that, in batches`)
  return tool('squawk', ['--pg-version', '15', '--exclude', notAsked.join(','), ...paths]) && rewriting.length === 0
}

/** Whether a migration changes rows without saying why they are few. */
function rewritesMany(sql: string): boolean {
  return /^\s*(?:with|update|delete)\b/im.test(sql) && !/^-- few rows: /m.test(sql)
}

/** A lock file with download addresses ties every clone to one registry. */
function lockNamesNoRegistry(): boolean {
  const lines = readFileSync(join(root, 'package-lock.json'), 'utf8').split('\n')
  const addresses = lines.filter((line) => line.includes('"resolved":'))
  if (addresses.length === 0) return true
  console.log(`package-lock.json contains ${addresses.length} download addresses, such as ${addresses[0]?.trim()}`)
  console.log('Remove its "resolved" lines; .npmrc keeps npm from writing them.')
  return false
}
