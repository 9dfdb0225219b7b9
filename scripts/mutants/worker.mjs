/** A test process that stays alive for the next mutant: see pool.ts. */
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

const send = process.send?.bind(process)
process.on('disconnect', () => process.exit())
init({
  post: (message) => send?.(message),
  on: (callback) => void process.on('message', callback),
  off: () => {},
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
