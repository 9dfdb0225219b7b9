import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { anyTool, toolList } from '#features/catalogue/tags.ts'
import { noLimit } from '#features/orders/rules.ts'
import { createApp } from '#server/app.ts'
import type { Actor } from '#shared/actor.ts'
import { readConfig, type Config } from '../config.ts'
import { openShop } from '../shop.ts'
import { createTestClock } from './clock.ts'
import { makeUser, onMade } from './factories.ts'
import { createTestJobs } from './jobs.ts'
import { testLog } from './log.ts'
import { quickHashing } from './passwords.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * The real shop, page cache included, and its real app on a fresh database, without a port: `app.request('/api/…')`. Its clock is
 * set in the past, so that access tokens, which are signed with the real time, stay valid however far a test moves it.
 */
export async function openTestShop(overrides: Partial<Config> = {}, opened?: Engine) {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  const engine = opened ?? (await openTestDatabase())
  const clock = createTestClock('2025-06-02T10:00:00.000Z')
  const config = {
    ...readConfig({ DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'admin-secret' }, dataDir),
    // No order limits: each test is about one thing, and few are about these.
    orderLimits: { unpaidOrders: noLimit, heldShare: 1 },
    ...overrides,
  }
  const { jobs, mails } = createTestJobs()
  const shop = await openShop(config, { log: testLog, clock, engine, jobs, tellsAtOnce: false, hashing: quickHashing })
  const render = () =>
    Promise.resolve(new Response('<!DOCTYPE html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  const app = createApp(shop, config, { render, parametersOf: () => [], stylesheets: [] }, noFiles(dataDir))
  onMade(engine.db, () => shop.cache.purge([anyTool, toolList]))

  return {
    app,
    clock,
    config,
    db: engine.db,
    /** Mail queued for sending, oldest first. */
    mails,
    shop,

    /** A signed-in user, with the headers for their calls. */
    async signedIn(changes: Partial<Omit<Actor, 'id'>> = {}) {
      const actor = await makeUser(engine.db, changes)
      const { id: sub, session: sid, email, name, role } = actor
      const { token } = await shop.auth.api.signJWT({ body: { payload: { sub, sid, email, name, role } } })
      return {
        actor,
        subject: { id: sub, session: sid },
        token,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }
    },

    async close() {
      await shop.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** A stand-in for the build folder: with one, the app caches its answers as in production. */
function noFiles(dataDir: string): string {
  const folder = join(dataDir, 'files')
  mkdirSync(folder)
  return folder
}

/** `RequestInit` for a JSON call. */
export const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})
