/** Builds the pages into build/: the browser's files, also compressed, and the server's bundle. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compressFiles } from './lib/compress-files.ts'

const root = join(import.meta.dirname, '..')
const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
const { status } = spawnSync(process.execPath, [reactRouter, 'build'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (status === 0) await compressFiles(join(root, 'build', 'client'))
process.exitCode = status ?? 1
