import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, type Connection } from './connection.ts'

/** Where to send what: the requests are taken in turn. */
export type Target = { port: number; requests: readonly Buffer[] }
export type Load = { answers: number; seconds: number; p50: number; p99: number }

/** Seconds of load until V8 has compiled what is hot in the shop. */
export const warmUpSeconds = 15

/** Seconds at the start of each round that are not counted: a server does what it put off while it was stopped, a
 * connection of pgbench plans its statements. */
export const settling = 1

/** Closed loop: each of the connections sends its next request when its last is answered. Times in milliseconds. */
export async function asFastAsItGoes(target: Target, clients: number, seconds: number): Promise<Load> {
  const connections = await openAll(target.port, clients)
  const times: number[] = []
  const nextRequest = inTurn(target.requests)
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) times.push(await timed(connection, nextRequest(), performance.now()))
    }),
  )
  return summarise(times, connections, start)
}

/** As many as a fixed rate may need at once. */
export const openLoopConnections = 64

/** Milliseconds in which a server takes in connections that are open for the client already: they are no part of a call. */
const leadIn = 100

/** Milliseconds: a shorter rest is not worth it, a longer one would make answers look late. */
const [shortest, longest] = [0.05, 0.2]
const nothing = new Int32Array(new SharedArrayBuffer(4))

/** Lets go of the core: spinning, the generator would keep it from the database. */
function rest(ms: number): void {
  Atomics.wait(nothing, 0, 0, ms)
}

/**
 * Open loop: requests leave at a fixed rate whether or not others were answered. Each is timed from the moment it was
 * due, so that one slow answer counts for all that had to wait behind it.
 */
export async function atRate(target: Target, perSecond: number, clients: number, seconds: number): Promise<Load> {
  const idle = await openAll(target.port, clients)
  const connections = [...idle]
  const nextRequest = inTurn(target.requests)
  const count = Math.max(1, Math.floor(perSecond * seconds))
  // One block of memory and nothing kept of an answer but its time: collecting garbage, the generator would seem slow.
  const times = new Float64Array(count)
  let answered = 0
  let failure: unknown
  await sleep(leadIn)
  const start = performance.now()
  const dueAt = (n: number) => start + (n * 1000) / perSecond
  const answerOne = async (connection: Connection, due: number) => {
    times[answered++] = await timed(connection, nextRequest(), due)
    idle.push(connection)
  }
  const nextTurn = async () => {
    if (failure) throw failure
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let sent = 0; sent < count;) {
    const early = dueAt(sent) - performance.now()
    const connection = early <= 0 ? idle.pop() : undefined
    if (connection) {
      answerOne(connection, dueAt(sent++)).catch((error: unknown) => (failure = error))
      continue
    }
    if (early > shortest) rest(Math.min(early, longest))
    await nextTurn()
  }
  while (idle.length < connections.length) await nextTurn()
  return summarise(times, connections, start)
}

/** So many a second beside another load, which this one lets have the core whenever it waits. */
export async function inBackground({ port, requests }: Target, perSecond: number, seconds: number): Promise<void> {
  const idle = await openAll(port, openLoopConnections)
  const nextRequest = inTurn(requests)
  const start = performance.now()
  const sending: Promise<unknown>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(start + (n * 1000) / perSecond - performance.now())
    const connection = idle.pop()
    if (connection) sending.push(timed(connection, nextRequest(), performance.now()).then(() => idle.push(connection)))
  }
  await Promise.all(sending)
  for (const connection of idle) connection.close()
}

const openAll = (port: number, clients: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: clients }, () => openConnection(port)))

function inTurn(requests: readonly Buffer[]): () => Buffer {
  let n = 0
  return () => {
    const request = requests[n++ % requests.length]
    if (!request) throw new Error('there is no request to send')
    return request
  }
}

async function timed(connection: Connection, request: Buffer, since: number): Promise<number> {
  const { status, body } = await connection.send(request)
  if (status >= 400) throw new Error(`answered ${status}: ${body.toString().slice(0, 500)}`)
  return performance.now() - since
}

function summarise(times: ArrayLike<number>, connections: Connection[], start: number): Load {
  const seconds = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  return { answers: times.length, seconds, ...quantilesOf(times) }
}

export function quantilesOf(times: ArrayLike<number>): { p50: number; p99: number } {
  const sorted = Float64Array.from(times).toSorted()
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
