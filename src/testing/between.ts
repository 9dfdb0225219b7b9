import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between the shop and its database that forwards bytes until it goes silent, forgets its connections or hangs up. */
export async function between(url: URL) {
  const sockets = new Set<Socket>()
  let isSilent = false
  let forgotten = 0
  const proxy = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    const opened = forgotten
    const pass = (to: Socket) => (bytes: Buffer) => void (isSilent || opened < forgotten || to.write(bytes))
    client.on('data', pass(upstream)).on('close', () => upstream.destroy())
    upstream.on('data', pass(client)).on('close', () => client.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    port,
    be: (silence: 'silent' | 'passing') => (isSilent = silence === 'silent'),
    /** Connections open now stay open but carry no more data, as when a firewall on the way has dropped its state. */
    forget: () => void (forgotten += 1),
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    close: () => proxy.close(),
  }
}
