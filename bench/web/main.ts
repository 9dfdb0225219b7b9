/**
 * What the site weighs and how soon it is there, measured in Chromium as a slow phone sees it: `npm run bench:web`.
 * Prints each figure beside its goal, and ends with 1 when one is missed. It runs the built site on data of its own.
 */
import { runShopOnFreePort } from '../../e2e/shop.ts'
import { auditPages } from './audits.ts'
import { openTwins } from './without-scripts.ts'
import { openBrowser, visit, type Resource, type Visit } from './phone.ts'
import { goal, printGoals } from './report.ts'

const rounds = Number(process.argv[2] ?? 5)
const shop = await runShopOnFreePort()
const browser = await openBrowser()
try {
  const home = `${shop.origin}/`
  // Asked for three times, a page is kept in its best compression, as in any shop that is visited.
  for (let n = 0; n < 5; n++)
    await fetch(home, { headers: { 'accept-encoding': 'br' } }).then((answer) => answer.text())
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await measureHome(home)
  await auditPages(shop.origin)
} finally {
  await browser.close()
  await shop.stop()
}
printGoals()

async function measureHome(home: string): Promise<void> {
  const twins = await openTwins(shop.origin)
  const withScript: Visit[] = []
  const paints: { whole: number; bare: number }[] = []
  // In turns, so that what else the machine does slows all alike.
  for (let n = 0; n < rounds; n++) {
    withScript.push(await visit(browser, home))
    const [whole, bare] = [await visit(browser, `${twins.whole}/`), await visit(browser, `${twins.bare}/`)]
    paints.push({ whole: whole.largestPaint, bare: bare.largestPaint })
  }
  twins.close()
  const [sample] = withScript
  if (!sample) throw new Error('nothing was measured')
  const largest = median(withScript.map(({ largestPaint }) => largestPaint))
  const whole = median(paints.map((paint) => paint.whole))
  const bare = median(paints.map((paint) => paint.bare))
  console.log(`Home, ${rounds} visits each: first paint ${ms(median(withScript.map(({ firstPaint }) => firstPaint)))},`)
  console.log(
    `largest paint ${ms(largest)} (${sample.largest}); through a proxy ${ms(whole)}, without scripts ${ms(bare)}\n`,
  )
  goal('largest paint, times that without scripts', whole / bare, 1.05, 3)
  goal('blocking time, ms', median(withScript.map(({ blocking }) => blocking)), 50)
  goal('layout shift', Math.max(...withScript.map(({ layoutShift }) => layoutShift)), 0, 4)
  weigh(sample.requests)
}

function weigh(requests: Resource[]): void {
  for (const { kind, bytes, url, beforeLargestPaint } of requests) {
    console.log(
      `${(bytes / 1000).toFixed(1).padStart(7)} KB  ${beforeLargestPaint ? '*' : ' '} ${kind.padEnd(10)} ${url}`,
    )
  }
  console.log('* before the largest paint\n')
  const kilobytes = (keep: (resource: Resource) => boolean) =>
    requests.filter(keep).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  goal(
    'HTML and CSS, KB',
    kilobytes(({ kind }) => kind === 'Document' || kind === 'Stylesheet'),
    25,
    1,
  )
  goal(
    'all before the largest paint, KB',
    kilobytes(({ beforeLargestPaint }) => beforeLargestPaint),
    120,
    1,
  )
  goal(
    'all script, KB',
    kilobytes(({ kind }) => kind === 'Script'),
    108,
    1,
  )
  goal('requests to other hosts', requests.filter(({ url }) => !url.startsWith('/')).length, 0)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
