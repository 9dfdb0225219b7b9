import { expect, test, vi } from 'vitest'
import { openChannel } from '#testing/channel.ts'
import { testLog as log } from '#testing/log.ts'
import type { Engine } from '../db/database.ts'
import { createFollowUps } from './follow-ups.ts'

async function openProcess(engine: Engine, { works, atOnce = true }: { works: boolean; atOnce?: boolean }) {
  const begun: string[] = []
  const followUps = createFollowUps(engine, { works, atOnce, log })
  const [tell, sweep] = ['tell', 'sweep'].map((name) => followUps.add(name, () => void begun.push(name)))
  await followUps.start()
  return { begun, followUps, tell, sweep }
}

test('a process that works does its own work at once, and tells nobody', async () => {
  const { engine, told } = openChannel()
  const { begun, followUps, tell } = await openProcess(engine, { works: true })
  tell?.()
  expect(begun).toEqual(['tell'])
  await followUps.stop()
  expect(told).toEqual([])
})

test('one that only answers leaves it to those that work, once for all who ask at one moment', async () => {
  const { engine, told } = openChannel()
  const [answers, worker] = [await openProcess(engine, { works: false }), await openProcess(engine, { works: true })]
  answers.tell?.()
  answers.tell?.()
  await vi.waitFor(() => expect(worker.begun).toEqual(['tell']))
  expect([told, answers.begun]).toEqual([['tell'], []])
})

test('one that stops tells what it has not told yet, and does nothing for others any more', async () => {
  const { engine, heard } = openChannel()
  const [answers, worker] = [await openProcess(engine, { works: false }), await openProcess(engine, { works: true })]
  answers.sweep?.()
  await answers.followUps.stop()
  expect(worker.begun).toEqual(['sweep'])
  await worker.followUps.stop()
  expect(heard).toEqual([])
})

test('one that may have missed something does all', async () => {
  const { engine, heard } = openChannel()
  const { begun } = await openProcess(engine, { works: true })
  for (const hear of heard) hear('')
  expect(begun).toEqual(['tell', 'sweep'])
})

test('alone on its database it has nobody to listen to', async () => {
  const { engine, heard } = openChannel()
  const { begun, tell } = await openProcess({ ...engine, kind: 'embedded' }, { works: true })
  tell?.()
  expect([heard, begun]).toEqual([[], ['tell']])
})

test('where all is left to the clock nothing is begun, told or heard', async () => {
  const { engine, told, heard } = openChannel()
  for (const works of [true, false]) {
    const { begun, followUps, tell } = await openProcess(engine, { works, atOnce: false })
    tell?.()
    await followUps.stop()
    expect([begun, told, heard]).toEqual([[], [], []])
  }
})
