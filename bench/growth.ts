import { writeFileSync } from 'node:fs'
import { drawGrowth, type Line } from './lib/chart.ts'
import { median, type Effort } from './lib/compare.ts'
import { smallest, type Size } from './lib/fill.ts'
import { rowsOf } from './lib/rows.ts'
import { table, writeIntoReadme } from './lib/table.ts'
import { openWorld, type PostgresServer } from './lib/world.ts'

/** From a new shop to a large one. */
const sizes: readonly Size[] = [
  smallest,
  { products: 1000, orders: 10_000 },
  { products: 10_000, orders: 100_000 },
  { products: 100_000, orders: 1_000_000 },
]
const goal = 0.8

/** Measures the calls at every size, and draws how they hold up against the small shop. */
export async function measureGrowth(postgres: PostgresServer, folder: string, effort: Effort): Promise<void> {
  const bySize: Map<string, number>[] = []
  for (const size of sizes) {
    console.log(nameOf(size))
    bySize.push(await measureSize(postgres, folder, size, effort))
  }
  const lines = [...(bySize[0] ?? [])].map(([title, least]): Line => {
    return { title, values: bySize.map((reached) => (reached.get(title) ?? Number.NaN) / least) }
  })
  writeFileSync(new URL('growth.svg', import.meta.url), drawGrowth(lines, sizes.map(nameOf), goal))
  const rows = lines.map(({ title, values }) => {
    const met = (values.at(-1) ?? Number.NaN) >= goal
    return [title, ...values.map((value) => value.toFixed(2)), `≥ ${goal.toFixed(2)} ${met ? '✓' : '✗'}`]
  })
  const text = table(['Call', ...sizes.map(nameOf), 'Goal at the largest'], rows)
  console.log(`\n${text}`)
  writeIntoReadme('growth', text)
}

/** What each row's call reached, by its title: answers a second. */
async function measureSize(server: PostgresServer, folder: string, size: Size, { rounds, seconds }: Effort) {
  const world = await openWorld(server, folder, size)
  try {
    const reached = new Map<string, number>()
    for (const { title, ours } of await rowsOf(world)) {
      await ours(seconds)
      const samples: number[] = []
      for (let round = 0; round < rounds; round++) samples.push((await ours(seconds)).perSecond)
      reached.set(title, median(samples))
      console.log(`  ${title}: ${Math.round(median(samples)).toLocaleString('en')}/s`)
    }
    return reached
  } finally {
    await world.close()
  }
}

const nameOf = ({ products, orders }: Size): string =>
  `${products.toLocaleString('en')} products, ${orders.toLocaleString('en')} orders`
