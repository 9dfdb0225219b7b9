import { openConnection } from './connection.ts'
import { asFastAsItGoes, settling, type Load, type Target } from './load.ts'
import { alone, type MeasuredServer } from './server.ts'

/** What one round found: times in milliseconds, CPU time in microseconds; the database's own benchmark tells only how many. */
export type Sample = {
  perSecond: number
  cpuPerAnswer?: number
  p50?: number
  p99?: number
  /** Of each second, what the server was ready to run and had no core, and what it collected garbage. */
  waited?: number
  collected?: number
}

/** One side of a comparison, measured for some seconds. */
export type Contender = (seconds: number) => Promise<Sample>

/** Runs a load on a server that is alone on its core, and tells what it used meanwhile. */
export function accounted(server: MeasuredServer, seconds: number, load: (seconds: number) => Promise<Load>) {
  return alone(server, async () => {
    await load(settling)
    const before = await server.usage()
    const done = await load(seconds)
    const { cpuMs, waitMs, gcMs } = await server.usage()
    return { ...done, cpuMs: cpuMs - before.cpuMs, waitMs: waitMs - before.waitMs, gcMs: gcMs - before.gcMs }
  })
}

/** A server under a closed loop, with the CPU time that it says it used. */
export function serving(server: MeasuredServer, requests: () => Promise<Buffer[]>, clients: number): Contender {
  return async (seconds) => {
    const target: Target = { port: server.port, requests: await requests() }
    const load = await accounted(server, seconds, (duration) => asFastAsItGoes(target, clients, duration))
    const { answers, seconds: took, p50, p99, cpuMs } = load
    return { perSecond: answers / took, cpuPerAnswer: (cpuMs * 1000) / answers, p50, p99 }
  }
}

/** A bare server that has learnt to send what `server` answers to this request, byte for byte. */
export async function teachBytes(bare: MeasuredServer, server: MeasuredServer, request: Buffer): Promise<void> {
  const connection = await openConnection(server.port)
  const { head, body, status } = await connection.send(request)
  connection.close()
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    // Node adds these by itself.
    .filter(([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name))
  await bare.ask({ status, headers: headers.flat(), body: body.toString('base64') })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
