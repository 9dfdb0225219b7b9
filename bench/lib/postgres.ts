import pg from 'pg'
import { moveProcesses } from './cores.ts'

async function rowsOf<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

/** Whether nobody has a transaction open in that database. */
export async function isQuiet(url: string): Promise<boolean> {
  const others = "backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()"
  return (await rowsOf(url, `select from pg_stat_activity where ${others} and xact_start is not null`)).length === 0
}

/** Keeps the database's server away from the measured core for as long as `work` takes. */
export async function besidePostgres<T>(url: string, work: () => Promise<T>): Promise<T> {
  // Those that it starts meanwhile inherit it.
  const first = "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid"
  const all = () => rowsOf<{ pid: number }>(url, `${first} union select pid from pg_stat_activity`)
  const move = async (where: 'generator' | 'every') => {
    moveProcesses(
      (await all()).map(({ pid }) => pid),
      where,
    )
  }
  await move('generator')
  try {
    return await work()
  } finally {
    await move('every')
  }
}
