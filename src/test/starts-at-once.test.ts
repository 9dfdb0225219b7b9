import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#config.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { sampleCatalogue } from '#seed/catalogue.ts'
import { openShop } from '#shop.ts'
import { createTestJobs } from '#testing/jobs.ts'
import { testLog } from '#testing/log.ts'

// The embedded engine has only one process, and so one start at a time.
it.runIf(process.env.TEST_DATABASE_URL)('three processes may start at once on a new database', async () => {
  const engine = await openTestDatabase()
  const shared = { ...engine, close: async () => {} }
  const folders = [1, 2, 3].map(() => mkdtempSync(join(tmpdir(), 'shop-')))
  const starts = folders.map((folder) =>
    openShop(readConfig({ DATA_DIR: folder, SEED: 'demo' }, folder), {
      log: testLog,
      engine: shared,
      jobs: createTestJobs().jobs,
    }),
  )
  const ended = await Promise.allSettled(starts)
  const { total } = await (await Promise.any(starts)).catalogue.list({})
  const passwords = ended.flatMap((start) => (start.status === 'fulfilled' ? [start.value.generatedPassword] : []))
  for (const start of ended) if (start.status === 'fulfilled') await start.value.close()
  await engine.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(passwords.filter(Boolean)).toHaveLength(1)
  expect(total).toBe(sampleCatalogue.length)
})
