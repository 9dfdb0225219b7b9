import { createLog, type Log } from '#platform/log/log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createWriteBuffer } from '#platform/log/write-buffer.ts'
import { openEngine } from '#platform/db/open-engine.ts'
import type { Database } from '#platform/db/database.ts'
import { readConfig, type Config } from '../../src/config.ts'

/** A command's work. @returns whether all is well. */
export type Command = (config: Config, log: Log) => Promise<boolean>

/** Runs a command with the shop's configuration; an error prints one sentence and sets exit code 1. */
export async function command(run: Command): Promise<void> {
  // Only the use of DATA_DIR would set it otherwise: a backup must be readable by its owner alone, whatever program writes it.
  process.umask(0o077)
  const output = createWriteBuffer((text) => process.stderr.write(text))
  try {
    const config = readConfig()
    if (!(await run(config, createLog(output, createPrivateText(config.authSecret))))) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  output.flush()
}

/** Opens the shop's database for some work, and closes it afterwards. */
export async function withDatabase<T>(config: Config, log: Log, work: (db: Database) => Promise<T>): Promise<T> {
  const engine = await openEngine(config, log)
  try {
    return await work(engine.db)
  } finally {
    await engine.close()
  }
}
