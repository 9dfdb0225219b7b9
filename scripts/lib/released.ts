import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, '.cache', 'released')

function run(command: string, args: string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}${stdout}`)
}

/** The commit of the last release, as recorded by whoever released it (docs/operations.md). */
const releasedCommit = (): string => readFileSync(join(root, 'deploy', 'released'), 'utf8').trim()

/**
 * Builds the last release beside this one, with its own packages if they differ from ours.
 * @returns the commit, and the program that starts it.
 */
export function buildReleased(): { commit: string; program: string } {
  const commit = releasedCommit()
  const isThere = existsSync(folder) && run('git', ['rev-parse', 'HEAD'], folder) === commit
  if (!isThere) {
    rmSync(folder, { recursive: true, force: true })
    run('git', ['worktree', 'prune'])
    run('git', ['worktree', 'add', '--quiet', '--detach', folder, commit])
  }
  const [ours, theirs] = [root, folder].map((place) => readFileSync(join(place, 'package-lock.json'), 'utf8'))
  const packages = join(folder, 'node_modules')
  if (ours === theirs && !existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages)
  // A link to packages that no longer match: removed, or its packages would be installed over ours.
  if (ours !== theirs && lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(packages)
  run(process.execPath, [join(folder, 'scripts', 'setup.mjs'), 'build'], folder)
  return { commit, program: join(folder, 'src', 'start.mjs') }
}
