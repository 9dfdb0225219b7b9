import { defineConfig } from '@playwright/test'
import { findChromium, howToGetChromium } from './scripts/lib/chromium.ts'
import { freePort } from './scripts/lib/free-port.ts'

const executablePath = findChromium()
if (!executablePath) throw new Error(`No Chromium here: ${howToGetChromium}`)

// Playwright reads this file again in every worker: the port chosen first stands in the environment they inherit.
process.env.E2E_PORT ??= String(await freePort())
const origin = `http://localhost:${process.env.E2E_PORT}`

/** Their tests have shops of their own. First: at the end they would wait for these shops to start, and leave a core idle. */
const ownShops = /(mail|one-time-codes|passkeys|stripe)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'own shops', testMatch: ownShops },
    { name: 'shared shops', testIgnore: ownShops },
  ],
  use: {
    browserName: 'chromium',
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'Asia/Dhaka',
    // A trace of every test costs two fifths of the whole run: `npx playwright test --trace on` makes one where it is wanted.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // The browser calls nobody but the site: no updates, no sync, no GPU that may not be there.
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.ts`,
    url: `${origin}/healthz`,
    env: { PORT: process.env.E2E_PORT },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
