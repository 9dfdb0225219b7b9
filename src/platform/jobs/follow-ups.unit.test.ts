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

test('a process that works runs its follow-ups at once, and notifies nobody', async () => {
  const { engine, told } = openChannel()
  const { begun, followUps, tell } = await openProcess(engine, { works: true })
  tell?.()
  expect(begun).toEqual(['tell'])
  await followUps.stop()
  expect(told).toEqual([])
})

test('a process that only answers leaves them to workers, with one notice for simultaneous requests', async () => {
  const { engine, told } = openChannel()
  const [answers, worker] = [await openProcess(engine, { works: false }), await openProcess(engine, { works: true })]
  answers.tell?.()
  answers.tell?.()
  await vi.waitFor(() => expect(worker.begun).toEqual(['tell']))
  expect([told, answers.begun]).toEqual([['tell'], []])
})

test('a process that stops sends its pending notices, and does nothing for others any more', async () => {
  const { engine, heard } = openChannel()
  const [answers, worker] = [await openProcess(engine, { works: false }), await openProcess(engine, { works: true })]
  answers.sweep?.()
  await answers.followUps.stop()
  expect(worker.begun).toEqual(['sweep'])
  await worker.followUps.stop()
  expect(heard).toEqual([])
})

test('a process that may have missed a notice runs every follow-up', async () => {
  const { engine, heard } = openChannel()
  const { begun } = await openProcess(engine, { works: true })
  for (const hear of heard) hear('')
  expect(begun).toEqual(['tell', 'sweep'])
})

test('a process alone on its database listens to nobody', async () => {
  const { engine, heard } = openChannel()
  const { begun, tell } = await openProcess({ ...engine, kind: 'embedded' }, { works: true })
  tell?.()
  expect([heard, begun]).toEqual([[], ['tell']])
})

test('nothing is started, sent or heard when everything is left to the schedule', async () => {
  const { engine, told, heard } = openChannel()
  for (const works of [true, false]) {
    const { begun, followUps, tell } = await openProcess(engine, { works, atOnce: false })
    tell?.()
    await followUps.stop()
    expect([begun, told, heard]).toEqual([[], [], []])
  }
})
