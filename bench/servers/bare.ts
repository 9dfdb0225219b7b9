/**
 * The least that a Node server can do: node:http that sends ready-made bytes or, for a call that queries the database, the
 * rows that pg returns for one statement, as JSON. It checks no access and reads nothing of the request but its method.
 * The benchmark tells it which of the two to send, or gives it both: then a POST queries the database.
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
  // A string message is for the reporter.
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

/** As many round trips to the database as an order of the shop takes. */
function askThrice(statement: Statement): RequestListener {
  const prepared = { ...statement, name: `told${++statements}` }
  return async (_request, response) => {
    for (let journey = 0; journey < 3; journey++) await pool.query(prepared)
    response.end()
  }
}
