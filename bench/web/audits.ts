import type lighthouseRun from 'lighthouse'
import { chromium } from '@playwright/test'
import { textPages } from '#content/company.ts'
import { findChromium } from '../../scripts/lib/chromium.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { goalAtLeast } from './report.ts'

const publicPaths = [
  '/',
  '/blogs',
  '/myportfolio',
  '/objectives',
  '/review',
  '/businesssummery',
  '/buyproduct',
  '/login',
  '/signup',
  ...textPages.map(({ path }) => path),
]
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }

/**
 * Lighthouse's four scores of every public page, phone profile; of three runs the one in the middle counts. It brings
 * a hundred packages, so it is not among ours: `npm install --no-save lighthouse` adds it.
 */
export async function auditPages(origin: string): Promise<void> {
  const lighthouse = await import('lighthouse').then(
    (module) => module.default,
    () => undefined,
  )
  if (lighthouse) await auditWith(lighthouse, origin)
  else console.log('Lighthouse did not run: npm install --no-save lighthouse\n')
}

async function auditWith(lighthouse: typeof lighthouseRun, origin: string): Promise<void> {
  const port = await freePort()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [`--remote-debugging-port=${port}`],
  })
  try {
    for (const path of publicPaths) {
      const runs = await runThrice(() => audit(lighthouse, origin + path, port))
      for (const [category, least] of Object.entries(categories)) {
        const scores = runs.map((run) => run[category] ?? 0).toSorted((a, b) => a - b)
        goalAtLeast(`Lighthouse ${category}, ${path}`, scores[1] ?? 0, least)
      }
    }
  } finally {
    await browser.close()
  }
}

/** On a busy machine the browser may break off a run: it is made again, three times at most. */
async function runThrice<T>(run: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let tries = 0; done.length < 3 && tries < 6; tries++) {
    await run().then(
      (result) => done.push(result),
      (error: unknown) => console.log(`a Lighthouse run was broken off: ${String(error)}`),
    )
  }
  return done
}

async function audit(lighthouse: typeof lighthouseRun, url: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(url, { port, onlyCategories: Object.keys(categories), logLevel: 'error' })
  if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.code ?? 'no result')
  const found = Object.values(result.lhr.categories)
  return Object.fromEntries(found.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]))
}
