import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { traced } from '../tracing/trace.ts'
import { asHtml } from './as-html.ts'
import { asText } from './as-text.ts'
import type { Mail, Sender } from './message.ts'

export type MailSettings = {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  smtpUrl: string | undefined
  /** The sender's address. */
  from: string
  /** Whose letterhead and signature the messages have. */
  sender: Sender
  /** Where messages are kept as .eml files when there is no server. */
  outboxDir: string
  /** How long one message may take, in milliseconds, however often the server shows signs of life. */
  longestMs?: number
}

export type Mailer = {
  /**
   * Hands a message to the mail server, or writes it to the outbox (RFC 5322).
   * @param id stays the same when a message is sent again, so that a mail program can detect the copy.
   * @throws the server's answer, or an error saying that it could not be reached.
   */
  send(mail: Mail, id: string): Promise<void>
}

/** In milliseconds: less than a job may take. */
export const longestSendMs = 30_000
/** How long a server may be silent, in milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function createMailer({ smtpUrl, from, sender, outboxDir, longestMs = longestSendMs }: MailSettings): Mailer {
  const deliver = smtpUrl ? byServer(smtpUrl, longestMs) : intoFolder(outboxDir)
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  return {
    async send(mail, id) {
      await deliver(
        {
          from: from.includes('<') ? from : { name: sender.name, address: from },
          to: mail.to,
          subject: mail.subject,
          text: asText(mail, sender),
          html: await asHtml(mail, sender),
          messageId: `<${id}@${domain}>`,
        },
        id,
      )
    },
  }
}

type Message = {
  from: string | { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  messageId: string
}
type Deliver = (message: Message, id: string) => Promise<void>

/** Loaded when the first message is sent, so that startup does not wait for it. */
const mailer = () => import('nodemailer')

function byServer(url: string, longestMs: number): Deliver {
  return async (message) => {
    const { createTransport } = await mailer()
    const transport = createTransport({ url, ...patience })
    await traced(
      () => ({ name: 'send mail', kind: 'client', attributes: { 'server.address': new URL(url).hostname } }),
      () => transport.sendMail({ ...message, signal: AbortSignal.timeout(longestMs) }),
    )
  }
}

function intoFolder(folder: string): Deliver {
  return async (message, id) => {
    const { createTransport } = await mailer()
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message: bytes } = await transport.sendMail(message)
    if (!Buffer.isBuffer(bytes)) throw new Error('the message was not built in memory')
    // The links in it open accounts: only the owner of the process may read it.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${id}.eml`)
    writeFileSync(`${file}.part`, bytes, { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
}
