import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { findChromium, howToGetChromium } from '../../scripts/lib/chromium.ts'

/** The slow phone of Lighthouse's "slow 4G": bytes a second, milliseconds, and how much slower than this machine. */
const network = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }
const cpuSlowdown = 4

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(`No Chromium here: ${howToGetChromium}`)
  return chromium.launch({ executablePath, args: ['--disable-gpu', '--disable-background-networking'] })
}

export type Visit = {
  /** Milliseconds from the start of the navigation. */
  firstPaint: number
  largestPaint: number
  largest: string
  /** Total blocking time, in milliseconds. */
  blocking: number
  layoutShift: number
  requests: Resource[]
}

export type Resource = {
  url: string
  kind: string
  /** As sent, compressed, without headers. */
  bytes: number
  /** Whether it had come before the largest paint. */
  beforeLargestPaint: boolean
}

/** Visits a page on the slow phone with an empty cache, and waits until nothing more happens. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(observe)
  const resources = watchResources(session)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(4000)
  const { longTasks, ...seen } = await page.evaluate(() => (window as unknown as { figures: Figures }).figures)
  await context.close()
  const figures = { ...seen, blocking: blockingTime(longTasks, seen.firstPaint) }
  const { origin } = new URL(url)
  const requests = resources().map((resource) => ({
    ...resource,
    url: resource.url.replace(origin, ''),
    beforeLargestPaint: resource.finished <= figures.largestPaint,
  }))
  return { ...figures, requests }
}

type LongTask = { start: number; end: number }
type Figures = Omit<Visit, 'requests' | 'blocking'> & { longTasks: LongTask[] }

/**
 * What long tasks take beyond 50 ms each, of what lies after the first paint. Counted when all is over: the browser
 * tells of a task before it tells of the paint that came first. https://web.dev/articles/tbt
 */
function blockingTime(tasks: LongTask[], firstPaint: number): number {
  const beyond = tasks.map(({ start, end }) => Math.max(0, end - Math.max(start, firstPaint) - 50))
  return beyond.reduce((sum, time) => sum + time, 0)
}

/** Runs in the page, before anything of its own: collects what the browser measures. */
function observe(): void {
  const figures: Figures = { firstPaint: 0, largestPaint: 0, largest: '', layoutShift: 0, longTasks: [] }
  Object.assign(window, { figures })
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') figures.firstPaint = startTime
  })
  on('largest-contentful-paint', (entry) => {
    figures.largestPaint = entry.startTime
    const element: unknown = Reflect.get(entry, 'element')
    figures.largest = element instanceof Element ? `${element.tagName.toLowerCase()}.${element.className}` : ''
  })
  on('longtask', ({ startTime, duration }) => {
    figures.longTasks.push({ start: startTime, end: startTime + duration })
  })
  on('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) figures.layoutShift += Number(Reflect.get(entry, 'value'))
  })
}

type Loaded = Pick<Resource, 'url' | 'kind' | 'bytes'> & { finished: number }

/** Every request of a page, with the size it had on the wire and when its last byte came, in milliseconds. */
function watchResources(session: CDPSession): () => Loaded[] {
  const all = new Map<string, Loaded & { headers: number }>()
  let start: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    start ??= timestamp
    if (request.url.startsWith('data:')) return
    all.set(requestId, { url: request.url, kind: type ?? 'Other', bytes: 0, finished: Infinity, headers: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const resource = all.get(requestId)
    if (resource) resource.headers = response.encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const resource = all.get(requestId)
    if (!resource) return
    resource.bytes = Math.max(0, encodedDataLength - resource.headers)
    resource.finished = (timestamp - (start ?? timestamp)) * 1000
  })
  return () => Array.from(all.values(), ({ url, kind, bytes, finished }) => ({ url, kind, bytes, finished }))
}
