import { Client } from 'pg'
import { expect, it } from 'vitest'
import { askAtTurnsEnd } from './turn.ts'

/** A connection that notes what is sent over it, and when asked to refuse a statement does. */
function connection() {
  const sent: unknown[] = []
  const client = Object.assign(new Client(), {
    query(statement: unknown, done?: (error: Error | null, text?: unknown) => void) {
      sent.push(statement)
      const error = statement === 'refused' ? new Error('refused') : null
      if (done) return void done(error, statement)
      return error ? Promise.reject(error) : Promise.resolve(statement)
    },
  })
  askAtTurnsEnd(client)
  return { sent, query: (...args: unknown[]): unknown => Reflect.apply(client.query, client, args) }
}

it('sends nothing before the turn ends, and then everything in its order', async () => {
  const { sent, query } = connection()
  const first = query('first')
  const second = new Promise((resolve) => query('second', (_error: unknown, text: unknown) => resolve(text)))
  const third = query('third')
  await Promise.resolve()
  expect(sent).toEqual([])
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'third'])
  expect(sent).toEqual(['first', 'second', 'third'])
})

it('tells of a refusal as the connection does', async () => {
  const { query } = connection()
  await expect(query('refused')).rejects.toThrow('refused')
})

it('answers a query that drives itself with itself', () => {
  const { sent, query } = connection()
  void query({ submit: () => {} })
  expect(sent).toHaveLength(1)
})
