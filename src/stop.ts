import type { Server } from 'node:http'
import type { Log } from '#platform/log.ts'

const patience = 3000

/** On SIGTERM or SIGINT: takes no more, answers what is in flight, runs the steps in order and exits 0 within 5 s. */
export function stopGracefully(server: Server, steps: (() => Promise<void>)[], log: Log): void {
  const stop = async () => {
    setTimeout(() => server.closeAllConnections(), patience).unref()
    const answered = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await answered
    for (const step of steps) await step().catch((error: unknown) => log.error('stopping failed', { error }))
    log.flush()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}
