import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from '../../scripts/lib/free-port.ts'

/** A page as the shop sends it, and the same with every script taken out of its HTML: both behind one more server. */
export async function openTwins(shop: string) {
  const [whole, bare] = [await openTwin(shop, (html) => html), await openTwin(shop, withoutScripts)]
  return { whole: whole.origin, bare: bare.origin, close: () => [whole, bare].forEach(({ close }) => close()) }
}

const withoutScripts = (html: string): string => html.replaceAll(/<script[\s\S]*?<\/script>/g, '')

/**
 * Passes everything on, the documents changed. The browser slows down what comes over the network, and not what a
 * script puts in an answer's place: so the change is made here.
 */
async function openTwin(shop: string, change: (html: string) => string) {
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const isPage = asked.headers.accept?.includes('text/html') ?? false
    const headers = isPage ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers
    const sent = request(shop + (asked.url ?? ''), { headers }).end()
    const [got]: IncomingMessage[] = await once(sent, 'response')
    if (!got) throw new Error(`${asked.url} was not answered`)
    if (!isPage) return void got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers))
    const bytes = brotliCompressSync(change(await text(got)))
    answer.writeHead(200, { ...got.headers, 'content-encoding': 'br', 'content-length': bytes.length }).end(bytes)
  }
  const port = await freePort()
  const server = createServer((asked, answer) => void pass(asked, answer)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}
