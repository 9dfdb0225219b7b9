/**
 * The least that a Node server can do: node:http that sends ready bytes or, for a call that asks the database, pg and the
 * rows of one statement as JSON. Nobody is checked and nothing is read of the request. The benchmark tells it which, or tells it
 * both: then what is posted asks the database.
 */
import { createServer, type RequestListener } from 'node:http'
import pg from 'pg'

export type Ready = { status: number; headers: string[]; body: Buffer }
export type Statement = { text: string; values: unknown[] }
export type Task = Ready | Statement | (Ready & { posted: Statement })

/** As many connections as the shop has. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
  idleTimeoutMillis: 0,
})
let statements = 0
let answer: RequestListener = (_request, response) => response.end()

process.on('message', (told: unknown) => {
  // A text is for the reporter.
  if (typeof told === 'string') return
  const task = told as Task
  answer = 'text' in task ? sendRows(task) : sendBytes(task)
  if ('posted' in task) answer = either(answer, askThrice(task.posted))
  process.send?.('done')
})
createServer((request, response) => answer(request, response)).listen(Number(process.env.PORT), '127.0.0.1')

function sendBytes({ status, headers, body }: Ready): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body)
}

function sendRows(statement: Statement): RequestListener {
  const prepared = { ...statement, name: `told${++statements}` }
  return (_request, response) =>
    pool.query(prepared).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
}

const either =
  (read: RequestListener, posted: RequestListener): RequestListener =>
  (request, response) =>
    (request.method === 'POST' ? posted : read)(request, response)

/** As many journeys to the database as an order of the shop takes. */
function askThrice(statement: Statement): RequestListener {
  const prepared = { ...statement, name: `told${++statements}` }
  return async (_request, response) => {
    for (let journey = 0; journey < 3; journey++) await pool.query(prepared)
    response.end()
  }
}
