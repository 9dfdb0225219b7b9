import { Writable } from 'node:stream'
import { setImmediate as later } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { expect, test, vi } from 'vitest'
import { inOrder } from './database.ts'
import { sendTogether } from './send-together.ts'

/** A connection that writes down what it sends, in the pieces in which it leaves, and answers when it is told to. */
function openConnection(answer: (text: string) => Promise<unknown> = async (text) => ({ rows: [text] })) {
  const connection = new pg.Connection()
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      pieces.push([String(chunk)])
      done()
    },
    writev(chunks, done) {
      pieces.push(chunks.map(({ chunk }) => String(chunk)))
      done()
    },
  })
  Object.assign(connection, { stream })
  const pieces: string[][] = []
  const client = {
    connection,
    query: (statement: string | { text: string }) => {
      const text = typeof statement === 'string' ? statement : statement.text
      stream.write(text)
      return later().then(() => answer(text))
    },
  }
  sendTogether(client as unknown as ClientBase)
  const query = client.query as (statement: string | { text: string }) => Promise<unknown>
  return { query, pieces }
}

test('what is asked for at one moment leaves in one piece', async () => {
  const { query, pieces } = openConnection()
  await Promise.all([query({ text: 'select 1' }), query('select 2')])
  await query('select 3')
  await vi.waitFor(() => expect(pieces).toEqual([['select 1', 'select 2'], ['select 3']]))
})

test('a transaction begins with its first reads', async () => {
  const { query, pieces } = openConnection()
  await query({ text: 'begin' })
  expect(pieces).toEqual([])
  expect(await Promise.all([query('select 1'), query('select 2')])).toEqual([
    { rows: ['select 1'] },
    { rows: ['select 2'] },
  ])
  await query('commit')
  await vi.waitFor(() => expect(pieces).toEqual([['begin', 'select 1', 'select 2'], ['commit']]))
})

test('and before anything that writes, and keeps the order', async () => {
  let begin = () => {}
  const { query, pieces } = openConnection((text) =>
    text === 'begin' ? new Promise((resolve) => (begin = () => resolve({}))) : Promise.resolve(text),
  )
  await query('begin')
  const written = Promise.all([query('insert'), query('select 1')])
  await vi.waitFor(() => expect(pieces).toEqual([['begin']]))
  begin()
  expect(await written).toEqual(['insert', 'select 1'])
  await query('select 2')
  await vi.waitFor(() => expect(pieces.flat()).toEqual(['begin', 'insert', 'select 1', 'select 2']))
})

test('one that could not begin writes nothing, and says why', async () => {
  for (const first of ['select 1', 'insert']) {
    const { query, pieces } = openConnection(async (text) => {
      if (text === 'begin') throw new Error('not now')
      return text
    })
    await query('begin')
    await expect(query(first)).rejects.toThrow('not now')
    expect(pieces.flat()).not.toContain('insert')
    expect(await query('rollback')).toBe('rollback')
  }
})

test('of statements that were sent together the first that fails is told', async () => {
  const slow = later().then(() => Promise.reject(new Error('first')))
  await expect(inOrder([slow, Promise.reject(new Error('aborted'))])).rejects.toThrow('first')
  expect(await inOrder([Promise.resolve(1), 'two'])).toEqual([1, 'two'])
})
