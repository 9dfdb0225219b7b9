import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/programs.ts'
import type { Call } from './call.ts'
import type { MeasuredServer } from './server.ts'

/** Times in milliseconds. */
type Load = { answers: number; seconds: number; failed: number; p50: number; p99: number }

/** A closed loop of keep-alive connections that send the calls in turn. @throws when one is not answered well. */
export async function wrk(server: MeasuredServer, calls: Call[], clients: number, seconds: number): Promise<Load> {
  const program = findProgram('wrk')
  if (!program) throw new Error('wrk is missing: install it (Debian: apt-get install wrk)')
  const script = join(server.folder, 'calls.lua')
  writeFileSync(script, scriptOf(calls))
  const options = [`--connections=${clients}`, '--threads=1', `--duration=${Math.ceil(seconds)}s`, `--script=${script}`]
  const { stdout } = await promisify(execFile)(program, [...options, `http://127.0.0.1:${server.port}`])
  // It leaves without the last answers: a server that was stopped now would keep what these have locked.
  await sleep(200)
  const load: Load = JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
  if (load.failed > 0) throw new Error(`${load.failed} of ${load.answers} calls failed: ${calls[0]?.path}`)
  return load
}

const scriptOf = (calls: readonly Call[]): string => `
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
