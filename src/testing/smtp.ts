import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

export type Received = { from: string; to: string[]; source: string }

/** A real mail server on a port of its own that keeps what it receives; `refusals` first tries it answers with 451. */
export async function startMailServer({ refusals = 0, port = 0 }: { refusals?: number; port?: number } = {}) {
  const received: Received[] = []
  let left = refusals
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      async function receive(): Promise<void> {
        const source = await text(stream)
        if (left-- > 0) throw Object.assign(new Error('try again later'), { responseCode: 451 })
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
      }
      callbackify(receive)(done)
    },
  })
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
