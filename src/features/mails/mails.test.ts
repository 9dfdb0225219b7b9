import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inTransaction } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { recordedBy } from '#testing/audit.ts'
import { openBrowser } from '#testing/browser.ts'
import { makeFailedMail } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { MailMessage, MailSummary, mostCounted, SentAgain } from './schema.ts'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signedIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.delete(mailMessages)
})

const ask = (path: string, method = 'GET') => shop.app.request(`/api/mails${path}`, { method, headers: admin.headers })
const list = async (query: string) => z.array(MailSummary).parse(await (await ask(query)).json())
const get = async (id: string) => MailMessage.parse(await (await ask(`/${id}`)).json())
const refusal = async (id: string) => {
  const answer = await ask(`/${id}/send`, 'POST')
  const { detail } = z.object({ detail: z.string() }).parse(await answer.json())
  return [answer.status, detail] as const
}
const inAnHour = () => new Date(shop.clock.now().getTime() + 3_600_000)
const rowsOf = () => shop.db.select().from(mailMessages)

describe('GET /mails', () => {
  test('lists the newest first, in pages, with a summary and no mail text', async () => {
    const ids = [await makeFailedMail(shop.db), await makeFailedMail(shop.db, { state: 'sent', sentAt: new Date() })]
    const [newest, oldest] = await list('')
    expect([newest?._id, oldest?._id]).toEqual(ids.toReversed())
    expect(oldest).toMatchObject({
      kind: 'order-shipped',
      recipient: 'nusrat@example.com',
      subject: 'Your order is on its way',
      state: 'failed',
      attempts: 1,
      reason: 'The mail server refused it: 550 5.1.1 No such user',
      sendable: true,
      about: null,
    })
    expect(JSON.stringify(await list(''))).not.toContain('It left our works')
    const first = await ask('?limit=1')
    expect(first.headers.get('x-total-count')).toBe('2')
    const next = /<\/api\/mails([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await list(next)).map(({ _id }) => _id)).toEqual([ids[0]])
  })

  test('filters by state, by words in recipient and subject, and by what the mail is about', async () => {
    const about = `order:${newId()}`
    const failed = await makeFailedMail(shop.db, { about })
    const sent = await makeFailedMail(shop.db, { state: 'sent', recipient: 'karim@example.com', about })
    const queued = await makeFailedMail(shop.db, { state: 'queued', subject: '100% refunded' })
    const found = async (query: string) => (await list(query)).map(({ _id }) => _id)
    expect(await found('?state=failed')).toEqual([failed])
    expect(await found('?state=queued')).toEqual([queued])
    expect(await found('?state=sent')).toEqual([sent])
    expect(await found('?q=KARIM')).toEqual([sent])
    expect(await found('?q=0%25')).toEqual([queued])
    expect(await found('?q=nusrat&state=sent')).toEqual([])
    expect(await found(`?about=${about}`)).toEqual([sent, failed])
    expect(await found('?about=order:nothing')).toEqual([])
  })

  test.each(['?limit=0', '?limit=101', '?state=lost', '?cursor=nonsense', '?about=%25', `?q=${'x'.repeat(101)}`])(
    '%s is refused with 400',
    async (query) => {
      expect((await ask(query)).status).toBe(400)
    },
  )

  test('counts up to ten thousand and uses an index at any size', async () => {
    await shop.db.execute(sql`
      insert into mail_message (id, kind, recipient, subject, state, created_at, queued_at, about, content)
      select gen_random_uuid(), 'order-placed', 'buyer' || n || '@example.com', 'Order ' || n, 'sent', now(), now(), 'order:' || n, '{}'
      from generate_series(1, ${sql.raw(String(mostCounted + 500))}) n`)
    await makeFailedMail(shop.db)
    await shop.db.execute(sql`analyze mail_message`)
    expect((await ask('?limit=1')).headers.get('x-total-count')).toBe(String(mostCounted + 1))
    expect((await ask('?limit=1&state=failed')).headers.get('x-total-count')).toBe('1')
    // With so few rows, the planner would rather read them all.
    const plan = (where: string, but: string) =>
      inTransaction(shop.db, async (tx) => {
        for (const name of ['enable_seqscan', but]) await tx.execute(sql.raw(`set local ${name} = off`))
        const asked = sql`explain select id from mail_message where ${sql.raw(where)} order by id desc limit 21`
        return JSON.stringify((await tx.execute(asked)).rows)
      })
    expect(await plan("state = 'failed'", 'enable_seqscan')).toContain('mail_message_failed')
    expect(await plan("state = 'queued'", 'enable_seqscan')).toContain('mail_message_queued')
    expect(await plan("about = 'order:17'", 'enable_seqscan')).toContain('mail_message_about')
    const persons = "'$.details[*].person'"
    const named = `jsonb_path_exists(content, ${persons}) and jsonb_path_query_array(content, ${persons}) ?| array['a', 'b']`
    expect(await plan(named, 'enable_indexscan')).toContain('mail_message_persons')
    const words = "recipient ilike '%buyer777@%' or subject ilike '%buyer777@%'"
    expect(await plan(words, 'enable_indexscan')).toContain('mail_message_words')
    expect((await list('?q=buyer777@&limit=2')).map(({ subject }) => subject)).toEqual(['Order 777'])
  })
})

describe('GET /mails/{id}', () => {
  test('returns the text as it was sent, as text and as HTML', async () => {
    const mail = await get(await makeFailedMail(shop.db, { state: 'sent', sentAt: shop.clock.now() }))
    expect(mail).toMatchObject({ withheld: null, sendable: false, sentAt: shop.clock.now().toISOString() })
    expect(mail.text).toMatch(/^It left our works today\.\n\n-{72}\nWattwork\n/)
    expect(mail.html).toMatch(/^<!DOCTYPE html>[^]*It left our works today\./)
  })

  test('hides links that open an account, whether the mail is queued or failed', async () => {
    for (const state of ['queued', 'failed'] as const) {
      const id = await makeFailedMail(shop.db, { state, expiresAt: inAnHour() })
      expect(await get(id)).toMatchObject({ text: null, html: null, withheld: 'link' })
    }
  })

  test('says when the text is no longer kept', async () => {
    const mail = await get(await makeFailedMail(shop.db, { content: null }))
    expect(mail).toMatchObject({ text: null, html: null, withheld: 'age', sendable: false })
  })

  test.each([newId(), 'nonsense'])('%s answers 404', async (id) => {
    expect((await ask(`/${id}`)).status).toBe(404)
    expect((await ask(`/${id}/send`, 'POST')).status).toBe(404)
  })
})

describe('POST /mails/{id}/send', () => {
  test('queues a failed mail once', async () => {
    const id = await makeFailedMail(shop.db)
    const before = shop.mails.length
    const answer = MailSummary.parse(await (await ask(`/${id}/send`, 'POST')).json())
    expect(answer).toMatchObject({ _id: id, state: 'queued', attempts: 1, failedAt: null, sendable: false })
    expect(shop.mails.slice(before)).toMatchObject([{ to: 'nusrat@example.com' }])
    expect(await refusal(id)).toEqual([409, 'This e-mail is waiting to be sent: there is nothing to do.'])
    expect(shop.mails).toHaveLength(before + 1)
  })

  test('records who did it and for which mail', async () => {
    const id = await makeFailedMail(shop.db)
    const entries = await recordedBy(shop.db, async () => {
      await ask(`/${id}/send`, 'POST')
      await ask(`/${id}/send`, 'POST')
    })
    expect(entries).toMatchObject([
      {
        actorId: admin.actor.id,
        action: 'mail.sent-again',
        subjectType: 'mail',
        subjectId: id,
        subjectLabel: 'Your order is on its way',
        before: null,
        after: null,
      },
    ])
  })

  test('is refused and changes nothing for a sent mail, a lost text or an expired link', async () => {
    const sent = await makeFailedMail(shop.db, { state: 'sent' })
    const gone = await makeFailedMail(shop.db, { content: null })
    const link = await makeFailedMail(shop.db, { expiresAt: shop.clock.now() })
    const before = await rowsOf()
    expect(await refusal(sent)).toEqual([409, 'This e-mail was already sent.'])
    expect(await refusal(gone)).toEqual([409, 'The text of this e-mail is no longer kept, so it cannot be sent again.'])
    expect(await refusal(link)).toEqual([
      409,
      'The link in this e-mail has expired. The recipient can ask for a new one.',
    ])
    expect(await rowsOf()).toEqual(before)
    expect((await list('')).map(({ sendable }) => sendable)).toEqual([false, false, false])
  })

  test('is refused while the mail is being sent', async () => {
    const id = await makeFailedMail(shop.db, { claimedUntil: inAnHour() })
    expect((await list(''))[0]?.sendable).toBe(false)
    expect(await refusal(id)).toEqual([409, 'This e-mail is being sent right now. Check again in a minute.'])
    await shop.db.update(mailMessages).set({ claimedUntil: shop.clock.now() })
    expect((await list(''))[0]?.sendable).toBe(true)
    expect((await ask(`/${id}/send`, 'POST')).status).toBe(200)
  })

  test('sends a link that is still valid', async () => {
    const id = await makeFailedMail(shop.db, { expiresAt: inAnHour() })
    expect((await ask(`/${id}/send`, 'POST')).status).toBe(200)
  })
})

test('a password-reset mail is listed without its link', async () => {
  const email = 'forgetful@example.com'
  const { post } = openBrowser(shop.app, shop.config.publicUrl)
  await post('/api/auth/sign-up/email', { name: 'Karim', email, password: 'first-secret' })
  await shop.db.delete(mailMessages)
  await post('/api/auth/request-password-reset', { email })
  const [mail] = await list(`?q=${email}`)
  expect(mail).toMatchObject({ kind: 'reset-password', state: 'queued', recipient: email })
  const token = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:').hash
  expect(token).toMatch(/^#token=.{20}/)
  const shown = `${await (await ask(`/${mail?._id}`)).text()}${await (await ask('')).text()}`
  expect(shown).not.toContain(token.slice('#token='.length))
  const [row] = await rowsOf()
  expect(row?.expiresAt).toEqual(inAnHour())
})

describe('POST /mails/send-failed', () => {
  const sendAll = async () => SentAgain.parse(await (await ask('/send-failed', 'POST')).json())
  const statesOf = async () => (await rowsOf()).map(({ state }) => state).toSorted()

  test('queues what can be sent, and counts the rest', async () => {
    await makeFailedMail(shop.db)
    await makeFailedMail(shop.db, { expiresAt: inAnHour() })
    await makeFailedMail(shop.db, { expiresAt: shop.clock.now() })
    await makeFailedMail(shop.db, { content: null })
    await makeFailedMail(shop.db, { claimedUntil: inAnHour() })
    await makeFailedMail(shop.db, { state: 'sent', sentAt: new Date() })
    expect(await sendAll()).toEqual({ queued: 2, left: 3 })
    expect(await statesOf()).toEqual(['failed', 'failed', 'failed', 'queued', 'queued', 'sent'])
    expect(await sendAll()).toEqual({ queued: 0, left: 3 })
  })

  test('is recorded for each mail', async () => {
    const ids = [await makeFailedMail(shop.db), await makeFailedMail(shop.db)]
    await makeFailedMail(shop.db, { content: null })
    const entries = await recordedBy(shop.db, sendAll)
    expect(entries.map(({ action, actorId, subjectId }) => [action, actorId, subjectId])).toEqual(
      ids.map((id) => ['mail.sent-again', admin.actor.id, id]),
    )
  })

  test('queues each mail once when two do it at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) await makeFailedMail(shop.db)
    const [one, other] = await Promise.all([sendAll(), sendAll()])
    expect(one.queued + other.queued).toBe(5)
    expect(await statesOf()).toEqual(Array.from({ length: 5 }, () => 'queued'))
  })

  test('queues five hundred at a time, the oldest first', async () => {
    const ids = Array.from({ length: 501 }, () => newId())
    await shop.db.insert(mailMessages).values(
      ids.map((id) => ({
        id,
        kind: 'order-shipped',
        recipient: 'nusrat@example.com',
        subject: 'Your order is on its way',
        content: { to: 'nusrat@example.com', subject: 'Your order is on its way', paragraphs: [] },
        state: 'failed' as const,
        failedAt: new Date(),
        createdAt: new Date(),
        queuedAt: new Date(),
      })),
    )
    expect(await sendAll()).toEqual({ queued: 500, left: 1 })
    expect((await list('?state=failed')).map(({ _id }) => _id)).toEqual(ids.slice(500))
  })
})
