import { writeFileSync } from 'node:fs'
import { smallest, type Size } from './lib/fill.ts'
import { median } from './lib/lists.ts'
import { rowsOf } from './lib/rows.ts'
import { publish, sign, table } from './lib/table.ts'
import { openWorld, type Bench } from './lib/world.ts'

/** From a new shop to a large one. */
const sizes: readonly Size[] = [
  smallest,
  { products: 1000, orders: 10_000 },
  { products: 10_000, orders: 100_000 },
  { products: 100_000, orders: 1_000_000 },
]
const namesOf = ({ products, orders }: Size): string[] => [
  `${products.toLocaleString('en')} products`,
  `${orders.toLocaleString('en')} orders`,
]
const goal = 0.8

/** A call's values at each size, relative to the smallest, which is 1. */
type Line = { title: string; values: number[] }

/** Measures the calls at every size, and plots them relative to the small shop. */
export async function measureGrowth(bench: Bench): Promise<void> {
  const found = await Array.fromAsync(sizes, (size) => measureSize(bench, size))
  const [least = new Map<string, number>()] = found
  const lines = [...least].map(([title, first]): Line => {
    return { title, values: found.map((reached) => (reached.get(title) ?? Number.NaN) / first) }
  })
  writeFileSync(new URL('growth.svg', import.meta.url), draw(lines))
  const rows = lines.map(({ title, values }) => [
    title,
    ...values.map((value) => value.toFixed(2)),
    `≥ ${goal.toFixed(2)} ${sign((values.at(-1) ?? 0) >= goal)}`,
  ])
  const names = sizes.map((size) => namesOf(size).join(', '))
  publish('growth', table(['Call', ...names, 'Goal at the largest'], rows))
}

/** The answers per second that each call reached. */
async function measureSize(bench: Bench, size: Size): Promise<Map<string, number>> {
  console.log(namesOf(size).join(', '))
  await using world = await openWorld(bench, size)
  const reached = new Map<string, number>()
  for (const { title, ours } of await rowsOf(world)) {
    // Some calls are compared with more than one limit.
    if (reached.has(title)) continue
    await ours(bench.seconds)
    const rounds = await Array.fromAsync(Array(bench.rounds), () => ours(bench.seconds))
    const perSecond = median(rounds.map((round) => round.perSecond))
    reached.set(title, perSecond)
    console.log(`  ${title}: ${Math.round(perSecond).toLocaleString('en')}/s`)
  }
  return reached
}

const [left, right, top, bottom] = [56, 620, 24, 350]

function draw(lines: readonly Line[]): string {
  const highest = Math.max(1.2, ...lines.flatMap(({ values }) => values))
  const x = (n: number) => left + (n * (right - left)) / (sizes.length - 1)
  const y = (value: number) => bottom - Math.round((value / highest) * (bottom - top))
  const names = sizes.flatMap((size, n) =>
    namesOf(size).map((name, row) => text(x(n), bottom + 20 + 16 * row, 'middle', name)),
  )
  const levels = [0, 0.5, goal, 1].flatMap((value) => [
    `<path d="M${left} ${y(value)}H${right}" stroke="#cbd5e1"/>`,
    text(left - 8, y(value) + 4, 'end', value === goal ? `goal ${goal}` : value.toFixed(1)),
  ])
  const drawn = lines.flatMap(({ title, values }, n) => {
    const colour = `hsl(${Math.round((n * 360) / lines.length)} 70% 35%)`
    const points = values.map((value, size) => `${x(size)},${y(value)}`).join(' ')
    return [
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      text(right + 20, top + 20 * (n + 1), 'start', title, colour),
    ]
  })
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1060 420" font-family="sans-serif" font-size="12">'
  return [head, '<path fill="#fff" d="M0 0H1060V420H0z"/>', ...levels, ...names, ...drawn, '</svg>\n'].join('\n')
}

const text = (x: number, y: number, anchor: string, content: string, colour = '#334155'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${content}</text>`
