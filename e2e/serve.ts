/** Runs the built site for the browser tests on data of its own, gone afterwards. PORT says where. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from './accounts.ts'

const { PATH = '', PORT = '' } = process.env
const dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-'))
const shop = spawn(process.execPath, [join(import.meta.dirname, '..', 'src', 'main.ts')], {
  // Neither the settings of whoever runs the tests nor a .env file may change what is tested.
  cwd: dataDir,
  env: { PATH, PORT, NODE_ENV: 'production', DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shop.kill(signal))
shop.on('close', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
