import { z } from 'zod'

const Frame = z.object({ functionName: z.string(), url: z.string() })
const Node = z.object({ id: z.number(), callFrame: Frame, children: z.array(z.number()).optional() })

/** What V8's sampling profiler tells (Chrome DevTools Protocol, Profiler.Profile): which node it met, and for how long. */
export const CpuProfile = z.object({
  nodes: z.array(Node),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type CpuProfile = z.infer<typeof CpuProfile>
type Frame = z.infer<typeof Frame>

/** By function, for what has no source. */
const natives = new Map([
  ['writev', "Writing to the database's socket, and waiting for the core while PostgreSQL has it"],
  ['writeUtf8String', "Writing to the client's socket"],
  ['writeLatin1String', "Writing to the client's socket"],
  ['(garbage collector)', 'Collecting garbage'],
  ['(program)', 'Outside of JavaScript'],
  ['runMicrotasks', 'Going on after each await'],
])

/** By a part of the address of a source, the first that fits. */
const sources: [string, string][] = [
  ['/node_modules/hono/', 'Hono'],
  ['/node_modules/hono-openapi/', 'Checking what comes in: Zod'],
  ['/node_modules/zod/', 'Checking what comes in: Zod'],
  ['/node_modules/@hono/standard-validator/', 'Checking what comes in: Zod'],
  ['/node_modules/@hono/node-server/', "Hono's adapter for Node"],
  ['/node_modules/pg', 'pg: the statement, its answer'],
  ['/node_modules/drizzle-orm/', 'Drizzle'],
  ['/src/', 'Our own code'],
  ['node:internal/deps/undici', 'Headers of answers'],
  ['node:internal/crypto', 'Hash of the token, ids'],
  ['node:', 'node:http, streams, events'],
]

/** How the time in which the process was not idle divides, largest first; the shares add up to 1. */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const times = new Map<string, number>()
  let busy = 0
  for (const [n, sample] of samples.entries()) {
    const part = partOf(sample, frames, callers)
    if (!part) continue
    const time = timeDeltas[n] ?? 0
    times.set(part, (times.get(part) ?? 0) + time)
    busy += time
  }
  return new Map([...times].toSorted(([, a], [, b]) => b - a).map(([part, time]) => [part, time / busy]))
}

/** Whose a sample is: what has no source of its own is its caller's. */
function partOf(sample: number, frames: Map<number, Frame>, callers: Map<number, number>): string | undefined {
  for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)') return undefined
    const part = natives.get(frame.functionName) ?? sources.find(([place]) => frame.url.includes(place))?.[1]
    if (part) return part
  }
  return 'The rest'
}
