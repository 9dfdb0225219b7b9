// @ts-check
/**
 * Imported into every measured server: answers the benchmark with the process's own accounting. JavaScript, since
 * reading types would add to the start that is measured.
 */
import { readFileSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'

let gcMs = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) gcMs += duration
}).observe({ entryTypes: ['gc'] })

process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const memoryMb = process.memoryUsage.rss() / 1024 ** 2
  process.send?.({ cpuMs: (user + system) / 1000, memoryMb, gcMs, waitMs: waitMs() })
})
process.on('message', async (message) => {
  if (message === 'profile') process.send?.(await startProfile())
  if (message === 'profiled') process.send?.(await stopProfile())
})
// Being asked keeps nobody from stopping.
process.channel?.unref()

/** How long the main thread was ready to run and had no core, as Linux counts it; 0 elsewhere. */
function waitMs() {
  if (process.platform !== 'linux') return 0
  const [, nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** @type {import('node:inspector/promises').Session | undefined} */
let session

async function startProfile() {
  const { Session } = await import('node:inspector/promises')
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return 'started'
}

async function stopProfile() {
  const stopped = await session?.post('Profiler.stop')
  session?.disconnect()
  return stopped?.profile
}
