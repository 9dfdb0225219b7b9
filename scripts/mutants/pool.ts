import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node'

/**
 * One test process for all runs. Vitest starts a process for each run and stops it afterwards; this pool answers both
 * requests in place of the process, so that loaded modules stay loaded.
 */
export function createWarmPool() {
  /** Events of the current run. */
  let events = new EventEmitter()
  let child: ChildProcess | undefined
  let isStarted = false

  function open(execArgv: string[], env: NodeJS.ProcessEnv): ChildProcess {
    const opened = fork(join(import.meta.dirname, 'worker.mjs'), [], {
      env: { ...process.env, ...env },
      execArgv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    if (opened.pid) setPriority(opened.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    opened.on('message', (message) => child === opened && events.emit('message', message))
    opened.on('exit', () => {
      if (child !== opened) return
      child = undefined
      events.emit('exit', 1)
    })
    isStarted = false
    return opened
  }

  function answer(type: 'started' | 'stopped'): void {
    const to = events
    setImmediate(() => to.emit('message', { type, __vitest_worker_response__: true }))
  }

  function send(request: WorkerRequest): void {
    if (request.type === 'stop') answer('stopped')
    else if (request.type === 'start' && isStarted) answer('started')
    else child?.send(request)
    if (request.type === 'start') isStarted = true
  }

  const pool: PoolRunnerInitializer = {
    name: 'warm',
    createPoolWorker({ execArgv, env }): PoolWorker {
      const own = new EventEmitter()
      return {
        name: 'warm',
        on: (event, callback) => void own.on(event, callback),
        off: (event, callback) => void own.off(event, callback),
        deserialize: (data) => data,
        async start() {
          events = own
          child ??= open(execArgv, env)
        },
        async stop() {},
        send,
      }
    },
  }

  return {
    pool,
    /** Ends the process, even in the middle of a run, which then fails: the next run starts another. */
    stop: () => void child?.kill('SIGKILL'),
  }
}
