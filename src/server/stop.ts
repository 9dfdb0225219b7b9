import type { Server } from 'node:http'
import type { Log } from '#platform/log/log.ts'

/** Milliseconds for what is in flight, and for stopping altogether. */
const patience = { answers: 3000, whole: 4500 }

type Draining = {
  drain?: () => void
  /** How long it goes on answering after that. */
  drainSeconds?: number
  endStreams?: () => void
}

const nothing = () => {}

/**
 * On SIGTERM or SIGINT: says that it is to be given no more, and answers as before for as long as whoever sends it requests needs to
 * notice; takes no more, ends answers that have no end of their own, answers what is in flight, runs the steps in order and exits 0,
 * after 4.5 s also in the middle of them: both engines keep what was acknowledged. Further signals change nothing: on Ctrl-C the
 * terminal sends one, and npm passes on its own.
 * @returns whether it was told to.
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
    // mutant(condition → true): a timer of no time at all
    if (drainSeconds > 0) await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000))
    setTimeout(leave, patience.whole)
    setTimeout(() => server.closeAllConnections(), patience.answers)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      endStreams()
    })
    for (const step of steps) await step().catch((error: unknown) => log.error('stopping failed', { error }))
    leave()
  }
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (stopping ??= stop()))
  return () => stopping !== undefined
}

/** What nobody caught ends the process, as Node has it, but told by the log, which names no e-mails. */
export function endOnFailure(log: Log): void {
  process.once('uncaughtException', (error) => {
    log.error('the process failed', { error })
    log.flush()
    process.exit(1)
  })
}
