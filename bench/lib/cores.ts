import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { findProgram } from '../../scripts/lib/programs.ts'

const cores = availableParallelism()
const taskset = cores > 1 ? findProgram('taskset') : undefined
const serverCore = '0'
const placesOfOthers = { 'generator core': '1', 'every core': `0-${cores - 1}` }

/** How processes are kept apart, in words. */
export const pinning = taskset
  ? 'the measured process on one core, the load generator on another'
  : 'processes not pinned to cores: taskset or a second core is missing'

/** The command line that runs `command` on the measured server's core. */
export function onServerCore(command: string, args: string[]): [string, string[]] {
  return taskset ? [taskset, ['-c', serverCore, command, ...args]] : [command, args]
}

/** Moves processes, all their threads and whatever they start later. Ignores a process that has ended meanwhile. */
export function moveTo(place: keyof typeof placesOfOthers, pids: readonly number[]): void {
  const options = ['-a', '-c', '-p', placesOfOthers[place]]
  if (taskset) for (const pid of pids) spawnSync(taskset, [...options, String(pid)], { stdio: 'ignore' })
}
