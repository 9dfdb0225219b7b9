/**
 * The least that a Node server can do for a call that asks the database: node:http, pg, and the rows as JSON. Nobody is
 * checked, nothing is read of the request and nothing named as the wire has it. The benchmark tells it the statement, and
 * the values to send with it in turn.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import { z } from 'zod'

const Told = z.object({ text: z.string(), values: z.array(z.array(z.unknown())) })

let told: (z.infer<typeof Told> & { name: string }) | undefined
let tellings = 0
let asked = 0
/** As many connections as the shop has. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
  idleTimeoutMillis: 0,
})

process.on('message', (message) => {
  const { success, data } = Told.safeParse(message)
  if (!success) return
  told = { ...data, name: `told${++tellings}` }
  process.send?.('done')
})

createServer((_request, response) => {
  if (!told) return response.end()
  const { name, text } = told
  const values = told.values[asked++ % told.values.length] ?? []
  pool.query({ name, text, values }).then(
    ({ rows }) => response.end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
