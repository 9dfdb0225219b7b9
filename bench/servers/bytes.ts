/** The limit for anything over HTTP: a bare node:http server that sends ready bytes. The benchmark tells it which. */
import { createServer } from 'node:http'
import { z } from 'zod'

const Told = z.object({ status: z.number(), headers: z.array(z.string()), body: z.string() })

let status = 200
let headers: string[] = []
let body = Buffer.alloc(0)

process.on('message', (message) => {
  const told = Told.safeParse(message)
  if (!told.success) return
  status = told.data.status
  headers = told.data.headers
  body = Buffer.from(told.data.body, 'base64')
  process.send?.('done')
})

createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
