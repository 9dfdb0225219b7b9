/** Builds the pages into build/: the browser's files and the server's bundle. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const reactRouter = join(import.meta.dirname, '..', 'node_modules', '@react-router', 'dev', 'bin.cjs')
const { status } = spawnSync(process.execPath, [reactRouter, 'build'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
process.exitCode = status ?? 1
