/** Requests a page about ten times a second, in its own thread so that nothing else delays it, and reports how long each took. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const paths = ['/', '/tools', '/api/tool?limit=6', '/healthz']
const origin = String(workerData)

for (let n = 0; ; n += 1) {
  const from = performance.now()
  const path = paths[n % paths.length]
  const status = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(20_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
  parentPort?.postMessage({ path, status, ms: performance.now() - from })
  await sleep(100)
}
