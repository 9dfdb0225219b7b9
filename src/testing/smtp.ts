import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

export type Received = { from: string; to: string[]; source: string }

type Behaviour = {
  port?: number
  /** So many first messages it answers with 451. */
  refusals?: number
  /** Asked for each recipient: what it throws is the answer to RCPT. */
  onRecipient?: (address: string) => void
  /** Asked when a message is there, before the answer to DATA: what it throws is that answer; while it waits there is none. */
  onMessage?: (mail: Received) => Promise<void> | void
}

/** A reply of a mail server that is no success. */
export const smtpReply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A real mail server on a port of its own that keeps what it takes. */
export async function startMailServer({ port = 0, refusals = 0, onRecipient, onMessage }: Behaviour = {}) {
  const received: Received[] = []
  let left = refusals
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      callbackify(async () => onRecipient?.(address))(done)
    },
    onData(stream, { envelope }, done) {
      async function receive(): Promise<void> {
        const source = await text(stream)
        if (left-- > 0) throw smtpReply(451, 'try again later')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), source }
        await onMessage?.(mail)
        received.push(mail)
      }
      callbackify(receive)(done)
    },
  })
  // Whoever is cut off says so on the other side.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    received,
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
