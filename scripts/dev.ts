/**
 * Runs the site in development: Vite reloads pages in the browser, and Node restarts when a server file changes. The
 * folders are named one by one: watching all would also restart for every page, and endlessly for Vite's own files.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const watched = readdirSync(join(root, 'src')).filter((name) => name !== 'web')
const server = spawn(process.execPath, [...watched.map((name) => `--watch-path=src/${name}`), 'src/main.ts', '--dev'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
server.on('close', (code) => process.exit(code ?? 0))
