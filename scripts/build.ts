/** Builds into build/: the browser's files, with compressed copies, the pages for server rendering, and the server. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bundleShop } from './lib/bundle-shop.ts'
import { compressFiles } from './lib/compress-files.ts'

const root = join(import.meta.dirname, '..')
const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
const { status } = spawnSync(process.execPath, [reactRouter, 'build'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (status === 0) {
  await compressFiles(join(root, 'build', 'client'))
  await bundleShop()
}
process.exitCode = status ?? 1
