import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpServer } from '#server/listener.ts'

/** A real server on a port of its own. */
export async function serve(listener: RequestListener): Promise<{ port: number; origin: string; close(): void }> {
  const server = createHttpServer().on('request', listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
