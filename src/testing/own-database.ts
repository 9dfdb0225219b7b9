import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type OwnDatabase = Awaited<ReturnType<typeof makeDatabase>>

/** An empty database on a server, for processes that a test starts; tests that run the shop in-process use openTestDatabase. */
export async function makeDatabase(server: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const operator = new pg.Client({ connectionString: server })
  await operator.connect()
  await operator.query(`CREATE DATABASE ${name}`)
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    /** Ends all connections to the database. */
    cut: () => operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
    async drop() {
      await operator.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await operator.end()
    },
  }
}
