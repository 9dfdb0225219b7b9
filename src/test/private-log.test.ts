import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createAccessLog } from '#platform/http/access-log.ts'
import { createLog } from '#platform/log/log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createApp } from '#server/app.ts'
import { createListener } from '#server/listener.ts'
import { serve } from '#testing/serve.ts'
import { smtpReply, startMailServer } from '#testing/smtp.ts'
import { readConfig } from '../config.ts'
import { openShop } from '../shop.ts'

const name = 'nusrat.jahan'
const email = `${name}@example.com`
const spellings = [
  email,
  email.toUpperCase(),
  encodeURIComponent(email),
  encodeURIComponent(encodeURIComponent(email)),
  email.replaceAll('a', '%61'),
]

const lines: string[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'private-log-'))
let close: () => Promise<void>
let origin: string
let engine: Awaited<ReturnType<typeof openTestDatabase>>
let runJobs: () => Promise<void>

/** The whole shop with its real queue, its real log, and a mail server whose refusals name the recipient. */
beforeAll(async () => {
  const mailServer = await startMailServer({
    onRecipient: (address) => {
      throw smtpReply(550, `5.1.1 <${address}>: no such user here`)
    },
  })
  const privateText = createPrivateText('a secret')
  const written = { add: (line: string) => void lines.push(line), flush() {} }
  engine = await openTestDatabase()
  const env = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'admin-secret', SMTP_URL: mailServer.url }
  const config = readConfig(env, dataDir)
  const shop = await openShop(config, { log: createLog(written, privateText), engine })
  const app = createApp(shop, config, {
    render: async () => new Response('a page'),
    parametersOf: () => [],
    stylesheets: [],
  })
  const record = createAccessLog(written, privateText)
  const server = await serve(createListener({ cache: shop.cache, fetch: app.fetch, record }))
  origin = server.origin
  runJobs = () => shop.jobs.run(shop.tasks)
  close = async () => {
    server.close()
    await shop.close()
    await mailServer.stop()
  }
})
afterAll(async () => {
  await close()
  rmSync(dataDir, { recursive: true })
})

/** Each call has its own connection: the server may close an idle one just as it is reused. */
const send = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(origin + path, { redirect: 'manual', ...init, headers: { connection: 'close', ...headers } })
const post = (path: string, body: string) =>
  send(path, { method: 'POST', body }, { 'content-type': 'application/json', origin: 'http://localhost:3000' })
const said = (text: string) => () => expect(lines.join('')).toContain(text)
const soon = { timeout: 40_000, interval: 100 }

test('no log line contains an e-mail, whether from requests, database failures, jobs or refused mail', async () => {
  const printed = vi.spyOn(console, 'error')
  for (const spelling of spellings) {
    await send(`/api/user/${spelling}`, { method: 'PUT' })
    await send(`/api/admin/${spelling}/x?email=${spelling}`)
    await send(`/${spelling}?${spelling}#${spelling}`, {}, { referer: `${origin}/${spelling}` })
    await post('/api/auth/sign-in/email', JSON.stringify({ email: spelling, password: 'not-the-one' }))
    await post('/api/auth/request-password-reset', `{"email": "${spelling}"`)
    await post(`/api/quote?from=${spelling}`, JSON.stringify({ email: spelling }))
  }
  const requests = lines.length
  expect(requests).toBeGreaterThanOrEqual(6 * spellings.length)

  await runJobs()
  const signUp = JSON.stringify({ name: 'Nusrat', email, password: 'sage-7-tea' })
  expect((await post('/api/auth/sign-up/email', signUp)).status).toBe(200)
  await vi.waitFor(said('no such user here'), soon)

  await engine.db.execute(
    sql.raw(`
    create function refuse_by_name() returns trigger language plpgsql as $$
    begin
      raise exception 'no room for %', new.email using detail = 'Key (email)=(' || new.email || ')', hint = new.email;
    end $$`),
  )
  await engine.db.execute(
    sql`create trigger refuse before insert on sign_up for each row execute function refuse_by_name()`,
  )
  expect((await post('/api/auth/sign-up/email', signUp)).status).toBeGreaterThanOrEqual(500)
  await engine.db.execute(sql`drop trigger refuse on sign_up`)
  await engine.db.execute(sql`
    create function refuse_mail() returns trigger language plpgsql as $$
    begin raise exception 'no state for % at /x/nusrat%%2Ejahan%%40example.com', new.recipient; end $$`)
  await engine.db.execute(sql`
    create trigger refuse before update on mail_message for each row execute function refuse_mail()`)
  expect((await post('/api/auth/sign-up/email', signUp)).status).toBe(200)
  await vi.waitFor(said('no state for'), soon)
  await engine.db.execute(sql`drop trigger refuse on mail_message`)

  expect(printed, 'beside the log').not.toHaveBeenCalled()
  const pseudonym = createPrivateText('a secret').text(email)
  expect(lines.slice(0, requests).filter((line) => line.includes(pseudonym)).length).toBeGreaterThan(spellings.length)
  expect(lines.filter((line) => line.includes('no room for') && line.includes(pseudonym)).length).toBeGreaterThan(0)
  for (const line of lines) expect(readAgain(line).toLowerCase(), line).not.toContain(name)
})

/** Decodes a line as a reader of the log could. */
function readAgain(line: string): string {
  let text = line
  for (let times = 0; times < 4; times += 1)
    text = text.replaceAll(/%[0-7][\da-f]/gi, (escape) => decodeURIComponent(escape))
  return text
}
