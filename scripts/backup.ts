/**
 * `npm run backup -- FILE`: writes all of the shop's data into a file, as of one moment, while the shop goes on selling or while it is
 * stopped. AUTH_SECRET is not in it, without which nobody's sign-in is known: keep it elsewhere.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { askForBackup } from '#platform/db/backup-socket.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import type { Config } from '../src/config.ts'
import { command } from './lib/command.ts'
import { runPgTool } from './lib/pg-tools.ts'

await command(async (config) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Name the file to write: npm run backup -- FILE')
  // Nobody takes half a backup for one.
  const part = `${file}.part`
  if (config.databaseUrl)
    await runPgTool('pg_dump', ['--format=custom', '--no-owner', '--file', part], config.databaseUrl)
  else writeFileSync(part, await embeddedCopy(config), { mode: 0o600 })
  renameSync(part, file)
  console.log(`The backup is in ${file}.`)
  return true
})

/** From the shop that runs on it or, where none does, from its files. */
async function embeddedCopy({ dataDir }: Config): Promise<Uint8Array> {
  const running = await askForBackup(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return undefined
    throw error
  })
  if (running) return running
  const engine = await openEmbedded(dataDir)
  try {
    if (!engine.dump) throw new Error('the embedded engine makes no copies')
    return await engine.dump()
  } finally {
    await engine.close()
  }
}
