/**
 * `npm run backup -- FILE`: writes all of the shop's data, as of one moment, into a file, whether the shop is running or stopped.
 * It does not contain AUTH_SECRET, without which no sign-in is valid: keep that elsewhere.
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
  // Under another name until it is whole, so that nobody takes half a backup for a complete one.
  const part = `${file}.part`
  if (config.databaseUrl)
    await runPgTool('pg_dump', ['--format=custom', '--no-owner', '--file', part], config.databaseUrl)
  else writeFileSync(part, await embeddedCopy(config), { mode: 0o600 })
  renameSync(part, file)
  console.log(`The backup is in ${file}.`)
  return true
})

/** A copy from the running shop or, if none is running, from the database files. */
async function embeddedCopy({ dataDir }: Config): Promise<Uint8Array> {
  const running = await askForBackup(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return undefined
    throw error
  })
  if (running) return running
  const engine = await openEmbedded(dataDir)
  try {
    if (!engine.dump) throw new Error('the embedded engine cannot be copied')
    return await engine.dump()
  } finally {
    await engine.close()
  }
}
