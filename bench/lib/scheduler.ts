import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, findProgram } from '../../scripts/lib/programs.ts'

/** From when to when, in milliseconds of the system's monotonic clock. */
export type Span = { from: number; to: number }
/** Who had a core in a span: the thread's number, 0 for nobody, and its name. */
export type Turn = Span & { core: number; thread: number; name: string }

/** Milliseconds of the system's monotonic clock at which this process's performance.now() was 0. */
export const clockStart = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Linux's own tool. @throws when it is not there. */
function findPerf(): string {
  const found = findProgram('perf') ?? (aptInstall('linux-perf') ? findProgram('perf') : undefined)
  if (!found) throw new Error('perf is missing: install it (Debian: apt-get install linux-perf)')
  return found
}

/** Records who had which core while `work` runs. @throws where perf is missing or may not watch the whole system. */
export async function recordTurns<T>(folder: string, work: () => Promise<T>): Promise<{ result: T; turns: Turn[] }> {
  const perf = findPerf()
  const file = join(folder, 'turns.data')
  const options = ['-a', '-q', '-k', 'CLOCK_MONOTONIC', '-e', 'sched:sched_switch', '-o', file]
  const recording = spawn(perf, ['record', ...options], { stdio: 'ignore' })
  const ended = once(recording, 'exit')
  const result = await work()
  recording.kill('SIGINT')
  await ended
  const args = ['script', '--ns', '-F', 'cpu,time,trace', '-i', file]
  const text = execFileSync(perf, args, { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })
  return { result, turns: turnsIn(text) }
}

/** `[001] 53122.704388010: prev_comm=… ==> next_comm=postgres next_pid=4711 next_prio=120`, a line for each change. */
function turnsIn(text: string): Turn[] {
  const turns: Turn[] = []
  const open = new Map<number, Turn>()
  for (const [, cpu, seconds, name = '', thread] of text.matchAll(
    /^\[(\d+)\] ([\d.]+): .* ==> next_comm=(.*) next_pid=(\d+)/gm,
  )) {
    const core = Number(cpu)
    const from = Number(seconds) * 1000
    const last = open.get(core)
    if (last) turns.push({ ...last, to: from })
    open.set(core, { core, from, to: from, thread: Number(thread), name })
  }
  return turns
}

/** How a core was shared in some spans, in their order and apart from each other: the shares add up to 1. */
export function sharesOfCore(turns: readonly Turn[], spans: readonly Span[], whose: (turn: Turn) => string) {
  const times = new Map<string, number>()
  let [all, next] = [0, 0]
  for (const { from, to } of spans) {
    while ((turns[next]?.to ?? Infinity) <= from) next++
    for (let n = next; (turns[n]?.from ?? Infinity) < to; n++) {
      const turn = turns[n]
      if (!turn) break
      const time = Math.min(turn.to, to) - Math.max(turn.from, from)
      times.set(whose(turn), (times.get(whose(turn)) ?? 0) + time)
      all += time
    }
  }
  return new Map([...times].map(([who, time]) => [who, time / all]))
}

/** Spans in their order, those that overlap as one. */
export function merged(spans: readonly Span[]): Span[] {
  const apart: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else apart.push({ from, to })
  }
  return apart
}

/** The numbers of a process's threads. */
export const threadsOf = (pid: number): number[] => readdirSync(`/proc/${pid}/task`).map(Number)
