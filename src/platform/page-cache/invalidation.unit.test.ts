import { PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { testLog } from '#testing/log.ts'
import type { Engine } from '../db/database.ts'
import { createPageCache } from './cache.ts'
import { createInvalidation } from './invalidation.ts'

/** PostgreSQL's LISTEN and NOTIFY among processes, without PostgreSQL: what one tells, everyone hears, itself too. */
function openChannel() {
  const heard: ((payload: string) => void)[] = []
  const told: string[] = []
  const engine = {
    kind: 'postgres',
    db: {
      execute: async (statement: SQL) => {
        const { params } = new PgDialect().sqlToQuery(statement)
        const messages = params.flat().filter((param) => String(param).includes(' '))
        for (const message of messages.map(String)) {
          told.push(message)
          for (const hear of heard) hear(message)
        }
      },
    },
    listen: async (_channel: string, hear: (payload: string) => void) => {
      heard.push(hear)
      return async () => void heard.splice(heard.indexOf(hear), 1)
    },
  }
  return { engine: engine as unknown as Engine, heard, told }
}

const pageOf = (...tags: ('tools' | 'reviews')[]) => ({ headers: new Headers(), body: Buffer.from('a page'), tags })

async function openProcess(engine: Engine) {
  const cache = createPageCache()
  const renewed: string[] = []
  cache.revalidateWith((url) => renewed.push(url))
  const changes = createInvalidation(engine, cache, testLog)
  await changes.start()
  for (const tag of ['tools', 'reviews'] as const) cache.keep(`/${tag}`, pageOf(tag), cache.snapshot())
  const isKept = (url: string) => cache.respond(url, new Headers()) !== undefined
  return { cache, changes, isKept, renewed }
}

it('drops what a change shows here, and has every other process renew it, once for many changes', async () => {
  const { engine, told } = openChannel()
  const [here, elsewhere] = [await openProcess(engine), await openProcess(engine)]
  for (let times = 0; times < 5; times += 1) here.changes.announce('tools')
  expect([here.isKept('/tools'), here.isKept('/reviews')]).toEqual([false, true])
  here.cache.keep('/tools', pageOf('tools'), here.cache.snapshot())
  await vi.waitFor(() => expect(told).toHaveLength(1))
  // Who told it knows already: what is new here is not renewed again.
  expect([here.isKept('/tools'), here.renewed]).toEqual([true, []])
  expect([elsewhere.isKept('/tools'), elsewhere.isKept('/reviews')]).toEqual([true, true])
  expect(elsewhere.renewed).toEqual(['/tools'])
  here.changes.announce('tools')
  await vi.waitFor(() => expect(told).toHaveLength(2))
})

it('tells what it has not told yet before it stops, and then hears nothing more', async () => {
  const { engine, told, heard } = openChannel()
  const { changes } = await openProcess(engine)
  changes.announce('tools', 'reviews')
  await changes.stop()
  expect(told.map((message) => message.split(' ')[1])).toEqual(['tools', 'reviews'])
  expect(heard).toEqual([])
  await changes.stop()
  expect(told).toHaveLength(2)
})

it('says in the log what it could not tell, and goes on', async () => {
  const { engine } = openChannel()
  const { changes } = await openProcess(engine)
  const gone = new Error('gone')
  vi.spyOn(engine.db, 'execute').mockRejectedValueOnce(gone)
  const error = vi.spyOn(testLog, 'error').mockReturnValueOnce()
  changes.announce('tools')
  await changes.stop()
  expect(error).toHaveBeenCalledWith(expect.stringContaining('could not be told'), { error: gone })
})

it('takes a word it does not understand for a change of everything', async () => {
  const { engine, heard } = openChannel()
  const { isKept, renewed } = await openProcess(engine)
  for (const hear of heard) hear('')
  isKept('/tools')
  isKept('/reviews')
  expect(renewed).toEqual(['/tools', '/reviews'])
})
