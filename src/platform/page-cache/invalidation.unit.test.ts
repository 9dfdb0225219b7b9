import { afterEach, expect, it, vi } from 'vitest'
import { openChannel } from '#testing/channel.ts'
import { testLog } from '#testing/log.ts'
import type { Engine } from '../db/database.ts'
import { createPageCache } from './cache.ts'
import { createInvalidation } from './invalidation.ts'

const pageOf = (...tags: string[]) => ({ headers: new Headers(), body: Buffer.from('a page'), tags })

async function openProcess(engine: Engine) {
  const cache = createPageCache()
  const renewed: string[] = []
  cache.revalidateWith((url) => renewed.push(url))
  const changes = createInvalidation(engine, cache, testLog)
  await changes.start()
  const keep = (tag: string) => cache.keep(`/${tag}`, pageOf(tag), cache.snapshot())
  for (const tag of ['list', 'stock', 'other']) keep(tag)
  const kept = () => ['list', 'stock', 'other'].filter((tag) => cache.respond(`/${tag}`, new Headers()))
  return { cache, changes, keep, kept, renewed }
}

afterEach(() => vi.restoreAllMocks())

it('drops tags here and in every other process, with one message for many changes', async () => {
  const { engine, told } = openChannel()
  const [here, elsewhere] = [await openProcess(engine), await openProcess(engine)]
  for (let times = 0; times < 5; times += 1) here.changes.announce({ purge: ['list'] })
  expect(here.kept()).toEqual(['stock', 'other'])
  here.keep('list')
  await vi.waitFor(() => expect(told).toHaveLength(1))
  // The process that announced it knows already.
  expect(here.kept()).toEqual(['list', 'stock', 'other'])
  expect(elsewhere.kept()).toEqual(['stock', 'other'])
  here.changes.announce({ purge: ['list'] })
  await vi.waitFor(() => expect(told).toHaveLength(2))
})

it('refreshes answers that show the stock in every process, in the background', async () => {
  const { engine, told } = openChannel()
  const processes = [await openProcess(engine), await openProcess(engine)]
  const later = performance.now() + 1_001
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  processes[0]?.changes.announce({ stale: ['stock'] })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  for (const { kept, renewed } of processes) {
    expect(kept()).toEqual(['list', 'stock', 'other'])
    expect(renewed).toEqual(['/stock'])
  }
})

it('sends pending changes before it stops, and then hears nothing more', async () => {
  const { engine, told, heard } = openChannel()
  const { changes } = await openProcess(engine)
  changes.announce({ purge: ['list'], stale: ['stock'] })
  await changes.stop()
  expect(told.map((message) => message.split(' ').slice(1))).toEqual([
    ['purge', 'list'],
    ['stale', 'stock'],
  ])
  expect(heard).toEqual([])
  await changes.stop()
  expect(told).toHaveLength(2)
})

it('logs a change that could not be sent, and sends it again', async () => {
  const { engine, told } = openChannel()
  const { changes } = await openProcess(engine)
  const gone = new Error('gone')
  vi.spyOn(engine.db, 'execute').mockRejectedValueOnce(gone)
  const error = vi.spyOn(testLog, 'error').mockReturnValueOnce()
  changes.announce({ purge: ['list'] })
  await vi.waitFor(() => expect(error).toHaveBeenCalled())
  expect(error).toHaveBeenCalledWith(expect.stringContaining('could not be notified'), { error: gone })
  await vi.waitFor(() => expect(told.map((message) => message.split(' ')[2])).toEqual(['list']), 3_000)
})

it('treats a message that it does not understand as a change of everything', async () => {
  const { engine, heard } = openChannel()
  for (const word of ['', 'somebody purge', 'somebody else list']) {
    const { kept } = await openProcess(engine)
    for (const hear of heard.splice(0)) hear(word)
    expect(kept(), word).toEqual([])
  }
})
