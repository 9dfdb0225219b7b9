import type { Server } from 'node:http'
import type { Log } from '#platform/log/log.ts'

/** Milliseconds for requests in flight, and for the whole stop. */
const patience = { answers: 3000, whole: 4500 }

type Draining = {
  drain?: () => void
  /** How long it keeps answering after that. */
  drainSeconds?: number
  endStreams?: () => void
}

const nothing = () => {}

/**
 * On SIGTERM or SIGINT: reports that it is not ready, and answers as before for as long as the load balancer needs to notice; then
 * accepts no more connections, ends endless responses, finishes what is in flight, runs the steps in order and exits 0, after 4.5 s
 * even in the middle of them: both engines keep what was acknowledged. Further signals change nothing: on Ctrl-C the
 * terminal sends one, and npm passes on its own.
 * @returns whether it was told to stop.
 */
export function stopGracefully(
  server: Server,
  steps: (() => Promise<void>)[],
  log: Log,
  { drain = nothing, drainSeconds = 0, endStreams = nothing }: Draining = {},
): () => boolean {
  const leave = () => {
    log.flush()
    process.exit(0)
  }
  const stop = async () => {
    drain()
    // mutant(condition → true): a timer of zero milliseconds
    if (drainSeconds > 0) await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000))
    setTimeout(leave, patience.whole)
    setTimeout(() => server.closeAllConnections(), patience.answers)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      endStreams()
    })
    for (const step of steps) await step().catch((error: unknown) => log.error('a shutdown step failed', { error }))
    leave()
  }
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (stopping ??= stop()))
  return () => stopping !== undefined
}

/** An uncaught exception ends the process, as usual in Node, but is reported by the log, which leaves out e-mail addresses. */
export function endOnFailure(log: Log): void {
  process.once('uncaughtException', (error) => {
    log.error('the process failed', { error })
    log.flush()
    process.exit(1)
  })
}
