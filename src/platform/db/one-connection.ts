import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'

type Pool = { connect(): Promise<PoolClient> }
/** A connection, held until the last statement over it has been answered. */
type Lent = { client: Promise<PoolClient>; asking: number; isSpoilt: boolean }

const lending = new AsyncLocalStorage<Map<Pool, Lent>>()

/**
 * Sends what `work` asks of the database at one moment over one connection, in one piece, and leaves the other connections
 * free. Each statement fails by itself but is answered after those before it, so use it only for work whose statements are all
 * quick. A transaction has a connection of its own.
 */
export const onOneConnection = <T>(work: () => T): T => lending.run(new Map(), work)

/** Runs one statement over a connection of a pool. @param spoils whether its failure leaves the connection unusable */
export async function askOver<T>(pool: Pool, spoils: boolean, ask: (client: PoolClient) => Promise<T>): Promise<T> {
  const lent = lending.getStore()
  const loan: Lent = lent?.get(pool) ?? { client: pool.connect(), asking: 0, isSpoilt: false }
  lent?.set(pool, loan)
  loan.asking += 1
  const client = await loan.client.catch((error: unknown) => {
    lent?.delete(pool)
    throw error
  })
  try {
    return await ask(client)
  } catch (error) {
    loan.isSpoilt ||= spoils
    throw error
  } finally {
    loan.asking -= 1
    if (loan.asking === 0) {
      lent?.delete(pool)
      client.release(loan.isSpoilt || client.getTransactionStatus() !== 'I')
    }
  }
}
