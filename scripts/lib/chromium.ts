import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { aptInstall, findProgram } from './programs.ts'

/** The headless shell is the same browser without windows, and saves the tests a quarter of their time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const howToGetChromium = 'install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to one'

/** A Chromium to test with: CHROMIUM_PATH, the system's, or the one Playwright downloaded. Undefined when there is none. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const installed = names.map((name) => findProgram(name)).find((path) => path !== undefined)
  if (installed) return installed
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** The same, but installs Debian's package if there is none and we may. */
export function findOrInstallChromium(): string | undefined {
  const mayHave = () => aptInstall('chromium-headless-shell') || aptInstall('chromium')
  return findChromium() ?? (mayHave() ? findChromium() : undefined)
}
