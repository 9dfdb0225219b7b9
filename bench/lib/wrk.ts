import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findProgram } from '../../scripts/lib/programs.ts'

const run = promisify(execFile)

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string }

const Load = z.object({
  answers: z.number(),
  seconds: z.number(),
  failed: z.number(),
  p50: z.number(),
  p99: z.number(),
})
/** Times in milliseconds. */
export type Load = z.infer<typeof Load>

/** A closed loop of keep-alive connections that send the calls in turn. @throws when one is not answered well. */
export async function wrk(port: number, calls: readonly Call[], clients: number, seconds: number): Promise<Load> {
  const program = findProgram('wrk')
  if (!program) throw new Error('wrk is missing: install it (Debian: apt-get install wrk)')
  const folder = mkdtempSync(join(tmpdir(), 'wrk-'))
  const script = join(folder, 'calls.lua')
  writeFileSync(script, scriptOf(calls))
  const options = [`--connections=${clients}`, '--threads=1', `--duration=${Math.ceil(seconds)}s`, `--script=${script}`]
  try {
    const { stdout } = await run(program, [...options, `http://127.0.0.1:${port}`])
    // It leaves without the last answers: a server that was stopped now would keep what these have locked.
    await sleep(200)
    const load = Load.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))))
    if (load.failed > 0) throw new Error(`${load.failed} of ${load.answers} calls failed: ${calls[0]?.path}`)
    return load
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** So many calls a second, in turn, while something else is measured. */
export async function inBackground(port: number, calls: readonly Call[], perSecond: number, seconds: number) {
  const start = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
    const call = calls[n % calls.length]
    if (!call) throw new Error('there is nothing to ask')
    sent.push(ask(port, call))
  }
  await Promise.all(sent)
}

/** One call, its answer thrown away. @throws when it is refused. */
async function ask(port: number, { path, ...init }: Call): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
}

const scriptOf = (calls: readonly Call[]): string => `
local calls, n = {}, 0
function init()
  calls = {
${calls.map((call) => `    wrk.format(${lua(call.method)}, ${lua(call.path)}, ${luaTable(call.headers)}, ${lua(call.body)}),`).join('\n')}
  }
end
function request()
  n = n % #calls + 1
  return calls[n]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"seconds":%f,"failed":%d,"p50":%f,"p99":%f}', summary.requests, summary.duration / 1e6,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`

const lua = (text: string | undefined): string => (text === undefined ? 'nil' : `[==[${text}]==]`)
const luaTable = (headers: Record<string, string> = {}): string =>
  `{ ${Object.entries({ host: 'localhost', ...headers })
    .map(([name, value]) => `[${JSON.stringify(name)}] = ${lua(value)}`)
    .join(', ')} }`
