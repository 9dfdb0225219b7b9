import type { drizzleAdapter } from 'better-auth/adapters/drizzle'

export type OpenAdapter = ReturnType<typeof drizzleAdapter>
/** Better Auth’s view of a database, or of a transaction. */
export type Adapter = ReturnType<OpenAdapter>
