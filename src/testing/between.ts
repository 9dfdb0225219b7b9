import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between the shop and its database, and passes on what it hears until it goes silent or hangs up. */
export async function between(url: URL) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const proxy = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes) => isSilent || upstream.write(bytes)).on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => isSilent || client.write(bytes)).on('close', () => client.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    port,
    be: (silence: 'silent' | 'passing') => (isSilent = silence === 'silent'),
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    close: () => proxy.close(),
  }
}
