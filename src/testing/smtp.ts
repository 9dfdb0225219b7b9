import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

export type Received = { from: string; to: string[]; source: string }

type Behaviour = {
  port?: number
  /** Number of first messages to answer with 451. */
  refusals?: number
  /** Called for each recipient: what it throws is the answer to RCPT. */
  onRecipient?: (address: string) => void
  /** Called when a message has arrived, before the answer to DATA: what it throws is the answer; while it waits there is none. */
  onMessage?: (mail: Received) => Promise<void> | void
}

/** A mail server's error reply. */
export const smtpReply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A real mail server on a port of its own that collects the messages it accepts. */
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
  // A cut-off client reports the error on its own side.
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
