import { writeFileSync } from 'node:fs'
import { drawGrowth, type Line } from './lib/chart.ts'
import { calls, clients, type MeasuredCall } from './lib/comparisons.ts'
import type { Effort } from './lib/compare.ts'
import { smallest, type Size } from './lib/fill.ts'
import { median, serving, type Sample } from './lib/sample.ts'
import { writeBetweenMarkers } from './lib/table.ts'
import { openWorld, start, type PostgresServer } from './lib/world.ts'

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
  const lines = linesOf(bySize)
  writeFileSync(new URL('scale.svg', import.meta.url), drawGrowth(lines, sizes.map(nameOf), goal))
  const text = growthTable(lines)
  console.log(`\n${text}`)
  writeBetweenMarkers(new URL('README.md', import.meta.url), 'scale', text)
}

/** What each call reached, by its title: answers a second. */
async function measureSize(
  postgres: PostgresServer,
  folder: string,
  size: Size,
  effort: Effort,
): Promise<Map<string, number>> {
  const url = await postgres.createDatabase()
  const world = await openWorld(url, folder, size)
  const uncached = await start('uncached', folder, url)
  try {
    const reached = new Map<string, number>()
    for (const call of await calls(world, uncached)) reached.set(call.title, await measureCall(call, effort))
    return reached
  } finally {
    await Promise.all([world.close(), uncached.stop()])
  }
}

async function measureCall({ title, requests, server }: MeasuredCall, { rounds, seconds }: Effort): Promise<number> {
  const contender = serving(server, requests, clients)
  await contender(seconds)
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) samples.push(await contender(seconds))
  const perSecond = median(samples.map((sample) => sample.perSecond))
  console.log(`  ${title}: ${Math.round(perSecond).toLocaleString('en')}/s`)
  return perSecond
}

/** Each call's answers a second at every size, as shares of what the small shop reached. */
function linesOf(bySize: readonly Map<string, number>[]): Line[] {
  const small = bySize[0] ?? new Map<string, number>()
  return [...small].map(([title, least]) => ({
    title,
    values: bySize.map((reached) => (reached.get(title) ?? Number.NaN) / least),
  }))
}

function growthTable(lines: readonly Line[]): string {
  const rows = lines.map(({ title, values }) => {
    const last = values.at(-1) ?? Number.NaN
    return `| ${title} | ${values.map((value) => value.toFixed(2)).join(' | ')} | ≥ ${goal.toFixed(2)} ${last >= goal ? '✓' : '✗'} |`
  })
  const head = `| Call | ${sizes.map(nameOf).join(' | ')} | Goal at the largest |`
  return [head, `| --- |${sizes.map(() => ' ---: |').join('')} --- |`, ...rows].join('\n')
}

const nameOf = ({ products, orders }: Size): string =>
  `${products.toLocaleString('en')} products, ${orders.toLocaleString('en')} orders`
