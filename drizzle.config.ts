import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/*/tables.ts', './src/platform/*/tables.ts', './src/sandbox/*/tables.ts'],
  // The check writes what is missing beside them, and throws it away.
  out: process.env.MIGRATIONS_FOLDER ?? './migrations',
})
