import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of a program in PATH or else in `folders`; undefined if it is in none of them. */
export function findProgram(name: string, folders: string[] = []): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...folders]
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

/** Installs a Debian package. Returns false if we may not (no root, no apt-get) or if it failed; apt has then said why. */
export function aptInstall(name: string): boolean {
  const aptGet = findProgram('apt-get')
  if (!aptGet || process.getuid?.() !== 0) return false
  console.log(`Installing Debian's package ${name} …`)
  const options = ['-qq', '-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0']
  return run(aptGet, ['update', '-qq']) && run(aptGet, ['install', ...options, name])
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', env })
  if (status !== 0) console.error(stderr)
  return status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
