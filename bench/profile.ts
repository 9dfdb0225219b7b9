import { placingOrders, ownOrders, type Call } from './lib/calls.ts'
import { clients } from './lib/comparisons.ts'
import type { Effort } from './lib/compare.ts'
import { smallest } from './lib/fill.ts'
import { warmUpSeconds } from './lib/load.ts'
import { CpuProfile, sharesOf } from './lib/shares.ts'
import { serving } from './lib/sample.ts'
import { percent, table, writeBetweenMarkers } from './lib/table.ts'
import { openWorld, type PostgresServer } from './lib/world.ts'

/** Shows where the server's time goes in the calls that ask the database, and writes it into the README. */
export async function profile(postgres: PostgresServer, folder: string, { rounds, seconds }: Effort): Promise<void> {
  // The sources, since of the bundle nobody could tell whose a function is.
  const world = await openWorld(await postgres.createDatabase(), folder, smallest, 'sources')
  try {
    const { shop, buyers } = world
    const [reader, ...placers] = buyers
    if (!reader) throw new Error('there is no buyer')
    const shares = async ({ requests }: Call) => {
      const run = serving(shop, requests, clients)
      await run(warmUpSeconds)
      await shop.ask('profile')
      await run(rounds * seconds)
      return sharesOf(CpuProfile.parse(await shop.ask('profiled')))
    }
    const listed = await shares(await ownOrders(world, reader))
    const placed = await shares(await placingOrders(shop, 'POST /api/order', placers))
    const parts = [...new Set([...placed.keys(), ...listed.keys()])]
    const text = table(
      ['Part', 'GET /api/order?email=', 'POST /api/order'],
      parts.map((part) => [part, percent(listed.get(part)), percent(placed.get(part))]),
    )
    console.log(`\n${text}`)
    writeBetweenMarkers(new URL('README.md', import.meta.url), 'profile', text)
  } finally {
    await world.close()
  }
}
