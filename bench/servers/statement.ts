/**
 * The least that a Node server can do for a read: node:http, pg, and the rows as JSON. Nobody is checked and nothing is
 * named as the wire has it. The benchmark tells it the statement.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import { z } from 'zod'

const Told = z.object({ statement: z.string() })

let statement: string | undefined
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 })

process.on('message', (message) => {
  const told = Told.safeParse(message)
  if (!told.success) return
  statement = told.data.statement
  process.send?.('done')
})

createServer((_request, response) => {
  if (statement === undefined) return response.end()
  pool.query({ name: 'told', text: statement }).then(
    ({ rows }) => response.end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
