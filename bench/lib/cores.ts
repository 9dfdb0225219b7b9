import { execFileSync, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { findProgram } from '../../scripts/lib/programs.ts'

const cores = availableParallelism()
const taskset = cores > 1 ? findProgram('taskset', []) : undefined

/** The measured server's core, and that of the load generator. */
const serverCore = '0'
const generatorCore = '1'

/** How processes are kept apart, for people. */
export const pinning = taskset
  ? 'the measured process on one core, the load generator on another'
  : 'processes not pinned to cores: taskset or a second core is missing'

/** The command line that runs `command` on the measured server's core. */
export function onServerCore(command: string, args: string[]): [string, string[]] {
  return taskset ? [taskset, ['-c', serverCore, command, ...args]] : [command, args]
}

/** Moves processes to the load generator's core, or lets them have every core again. One that has ended meanwhile is let be. */
export function moveProcesses(pids: readonly number[], where: 'generator' | 'every'): void {
  const list = where === 'generator' ? generatorCore : `0-${cores - 1}`
  if (taskset) for (const pid of pids) spawnSync(taskset, ['-a', '-c', '-p', list, String(pid)], { stdio: 'ignore' })
}

/** Keeps this process, all its threads, on the load generator's core. Children started later inherit it. */
export function stayOnGeneratorCore(): void {
  if (taskset) execFileSync(taskset, ['-a', '-c', '-p', generatorCore, String(process.pid)], { stdio: 'ignore' })
}
