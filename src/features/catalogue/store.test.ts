import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { makeTool } from '#testing/factories.ts'
import { deleteTool, findTool } from './store.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('a tool is found by its id until it is deleted', async () => {
  const [first, second] = [await makeTool(engine.db), await makeTool(engine.db)]
  for (const { id } of [first, second]) expect(await findTool(engine.db, id)).toMatchObject({ id })
  await deleteTool(engine.db, first.id, new Date())
  expect(await findTool(engine.db, first.id)).toBeUndefined()
})
