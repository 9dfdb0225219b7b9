import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '#platform/db/migrations.ts'

/** Copies a freshly migrated database into a folder for DATA_DIR: a process would need seconds to create it. */
export async function prepareData(dataDir: string): Promise<void> {
  const kept = templatePath()
  if (!existsSync(kept)) await makeFolder(kept)
  cpSync(kept, dataDir, { recursive: true })
}

async function makeFolder(path: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  // Imported only here: when a copy suffices, loading the engine alone would take a second.
  const { openEmbedded } = await import('#platform/db/embedded.ts')
  await (await openEmbedded(draft)).close()
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another process was faster.
    if (!existsSync(path)) throw error
  }
}

/** Path prefix of the database templates kept between runs. */
export function templatePath(): string {
  const folder = join(migrations.migrationsFolder, '../.cache')
  mkdirSync(folder, { recursive: true })
  return join(folder, `test-database-${migrationsHash()}`)
}

/** A hash of the SQL migrations, which define the schema. */
export function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrations.migrationsFolder).toSorted()) {
    if (file.endsWith('.sql')) hash.update(readFileSync(join(migrations.migrationsFolder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
