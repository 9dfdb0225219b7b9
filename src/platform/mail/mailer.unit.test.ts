import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '#testing/smtp.ts'
import { createMailer } from './mailer.ts'
import type { Mail } from './message.ts'

const folder = mkdtempSync(join(tmpdir(), 'mail-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mail: Mail = {
  to: 'nusrat@example.com',
  subject: 'Your order is on its way · আপনার অর্ডার',
  paragraphs: ['First <b>sentence</b>.', 'Second sentence.'],
  action: { label: 'Look', url: 'https://shop.example/look?a=1&b=2' },
}
const sender = { name: 'The Works', address: ['Plot 7', 'Dhaka'] }
const settings = { sender, from: 'orders@shop.example', outboxDir: join(folder, 'data', 'outbox') }

test('a message becomes a file that only its owner can read when there is no server', async () => {
  const mailer = createMailer({ ...settings, smtpUrl: undefined })
  await mailer.send(mail, 'one')
  expect(readdirSync(settings.outboxDir)).toEqual(['one.eml'])
  const file = join(settings.outboxDir, 'one.eml')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(settings.outboxDir).mode & 0o777).toBe(0o700)
  const source = readFileSync(file, 'utf8')
  expect(source).toContain('From: The Works <orders@shop.example>\r\n')
  expect(source).toContain('To: nusrat@example.com\r\n')
  expect(source).toContain('Message-ID: <one@shop.example>\r\n')
  expect(source).toMatch(/Content-Type: multipart\/alternative;/)
  expect(source).toMatch(/\r\nSubject: =\?UTF-8\?/)
})

test('a message goes to the server when there is one', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ ...settings, from: 'The factory <hello@shop.example>', smtpUrl: server.url })
  await mailer.send(mail, 'two')
  await server.stop()
  expect(server.received).toMatchObject([{ from: 'hello@shop.example', to: ['nusrat@example.com'] }])
  expect(server.received[0]?.source).toContain('Message-ID: <two@shop.example>')
})

test('sending fails when the server cannot be reached', async () => {
  const server = await startMailServer()
  await server.stop()
  const mailer = createMailer({ ...settings, smtpUrl: server.url })
  await expect(mailer.send(mail, 'three')).rejects.toThrow(/ECONNREFUSED/)
})

test('sending gives up on a server that says nothing after the message, and disconnects', async () => {
  let reached = 0
  const server = await startMailServer({
    onMessage: () => {
      reached += 1
      return new Promise(() => {})
    },
  })
  const mailer = createMailer({ ...settings, smtpUrl: server.url, longestMs: 300 })
  await expect(mailer.send(mail, 'four')).rejects.toMatchObject({ code: 'EABORT' })
  expect(reached).toBe(1)
  await server.stop()
  expect(server.received).toEqual([])
})
