import { fileURLToPath } from 'node:url'

export const migrations = { migrationsFolder: fileURLToPath(new URL('../../../migrations', import.meta.url)) }

/** What the schema requires, created before the migrations: an extension belongs to the database, not to its tables. */
export const extensions = 'CREATE EXTENSION IF NOT EXISTS pg_trgm'
