import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { site } from '#content/site.ts'
import { migrate } from '#platform/db/migrate.ts'
import { migrations } from '#platform/db/migrations.ts'
import { dayOf } from '#shared/days.ts'
import { makeDatabase } from '#testing/own-database.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

/** Copies the migrations before that one to a folder of their own. */
function copyThoseBefore(tag: string, folder: string): void {
  cpSync(migrations.migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = Journal.parse(JSON.parse(readFileSync(path, 'utf8')))
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  )
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
}

test.runIf(server)('quotes from before there were numbers are numbered in order of creation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'before-numbers-'))
  copyThoseBefore('0033_quote_number', folder)
  const database = await makeDatabase(server)
  const client = new pg.Client(database.url)
  await client.connect()
  const ask = (id: number, at: string) =>
    client.query(
      `insert into quote (id, name, email, phone, product_name, quantity, created_at)
        values ($1, 'Karim', 'a@example.com', '1', 'WX-850', 1, $2)`,
      [`0199f0a0-0000-7000-8000-00000000000${id}`, at],
    )
  await migrate(client, { folder })
  await ask(2, '2026-01-01T00:30:00+06:00')
  await ask(1, '2025-12-31T23:30:00+06:00')
  await migrate(client)
  await ask(3, '2026-02-01T00:00:00Z')
  const { rows } = await client.query<{ number: string }>('select number from quote order by id')
  expect(rows.map(({ number }) => number)).toEqual([
    'WQ-2025-000001',
    'WQ-2026-000002',
    `WQ-${dayOf(new Date(), site.timeZone).slice(0, 4)}-000003`,
  ])
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})
