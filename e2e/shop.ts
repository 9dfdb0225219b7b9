import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPassword } from './accounts.ts'

/** Starts the built site on data of its own, which are gone when it ends. `settings` are its whole configuration. */
export function runShop(settings: Record<string, string>): ChildProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-'))
  const shop = spawn(process.execPath, [join(import.meta.dirname, '..', 'src', 'main.ts')], {
    // Neither the settings of whoever runs the tests nor a .env file may change what is tested.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  shop.on('close', () => rmSync(dataDir, { recursive: true, force: true }))
  return shop
}
