import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './sample.ts'
import { start } from './world.ts'
import { onServerCore } from './cores.ts'

/** A figure with the most it may be. */
export type Figure = { title: string; value: number; unit: string; most: number; note?: string }

/** From the start of the built, migrated shop to its first page, against a Node that does nothing; and its memory at rest. */
export async function measureStart(folder: string, databaseUrl: string, rounds: number): Promise<Figure[]> {
  const ours: number[] = []
  const empty: number[] = []
  let idleMb = 0
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now()
    const shop = await start('shop', folder, databaseUrl, '/')
    const took = performance.now() - from
    if (round === rounds) {
      await sleep(2000)
      idleMb = (await shop.usage()).memoryMb
    }
    await shop.stop()
    // The first start fills Node's cache of compiled code.
    if (round > 0) ours.push(took)
    empty.push(timeOfEmptyNode())
  }
  const [took, least] = [median(ours), median(empty)]
  return [
    {
      title: 'Start to the first page, PostgreSQL, against `node -e 0`',
      value: took / least,
      unit: 'times',
      most: 15,
      note: `${took.toFixed(0)} ms against ${least.toFixed(0)} ms`,
    },
    { title: 'Memory at rest, PostgreSQL', value: idleMb, unit: 'MB', most: 160 },
  ]
}

function timeOfEmptyNode(): number {
  const from = performance.now()
  const [command, args] = onServerCore(process.execPath, ['-e', '0'])
  execFileSync(command, args)
  return performance.now() - from
}
