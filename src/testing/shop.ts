import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import type { Actor } from '#shared/actor.ts'
import { openShop } from '../shop.ts'
import { createTestClock } from './clock.ts'
import { makeSession, makeUser } from './factories.ts'
import { createTestJobs } from './jobs.ts'
import { testLog } from './log.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * The real shop and its real app on a fresh database, without a port: `app.request('/api/…')`. Its clock stands in
 * the past, so that access tokens, which are signed by the real time, are good however far a test moves it.
 */
export async function openTestShop(overrides: Partial<Config> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  const engine = await openTestDatabase()
  const clock = createTestClock('2025-06-02T10:00:00.000Z')
  const config = {
    ...readConfig({ DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'admin-secret' }, dataDir),
    ...overrides,
  }
  const { jobs, mails } = createTestJobs()
  const shop = await openShop(config, { log: testLog, clock, engine, jobs })
  const page = () =>
    Promise.resolve(new Response('<!DOCTYPE html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  const app = createApp(shop, config, page)

  return {
    app,
    clock,
    config,
    db: engine.db,
    /** What was to be sent, oldest first. */
    mails,
    shop,

    /** A user who is signed in, with the headers of their calls. */
    async signedIn(changes: Partial<Omit<Actor, 'id'>> = {}) {
      const actor = await makeUser(engine.db, changes)
      const { id: sub, email, name, role } = actor
      const sid = await makeSession(engine.db, sub)
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

/** A JSON call's options. */
export const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})
