import { Writable } from 'node:stream'
import { setImmediate as later } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { inOrder, type Database } from './database.ts'
import { endWith, sendTogether } from './send-together.ts'

/** A connection that records what it sends, in the pieces in which it is sent, and answers with what `answer` returns. */
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
  return { query, pieces, tx: { _: { session: { client } } } as unknown as Database }
}

test('simultaneous statements are sent in one piece', async () => {
  const { query, pieces } = openConnection()
  await Promise.all([query({ text: 'select 1' }), query('select 2')])
  await query('select 3')
  await vi.waitFor(() => expect(pieces).toEqual([['select 1', 'select 2'], ['select 3']]))
})

test('a transaction begins together with its first reads', async () => {
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

test('a transaction begins before any write, and keeps the order', async () => {
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

test('a transaction that could not begin writes nothing, and reports why', async () => {
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

describe('a transaction that ends with its last statements', () => {
  test('ends in the same piece, and tells the caller', async () => {
    const { query, pieces, tx } = openConnection()
    for (const end of ['commit', 'rollback']) {
      await query('begin')
      await query('select 1')
      endWith(tx, 2)
      await Promise.all([query('insert 1'), query({ text: 'insert 2' })])
      expect(await query({ text: end })).toEqual({ rows: ['commit'] })
    }
    const sent = [
      ['begin', 'select 1'],
      ['insert 1', 'insert 2', 'commit'],
    ]
    await vi.waitFor(() => expect(pieces).toEqual([...sent, ...sent]))
  })

  test('ends as asked when a statement was never sent, and leaves the next transaction unaffected', async () => {
    const { query, pieces, tx } = openConnection()
    endWith(tx, 2)
    await query('insert 1')
    expect(await query('rollback')).toEqual({ rows: ['rollback'] })
    await query('insert 2')
    await query('commit')
    await vi.waitFor(() => expect(pieces.flat()).toEqual(['insert 1', 'rollback', 'insert 2', 'commit']))
  })

  test('rejects statements after its end', async () => {
    const { query, pieces, tx } = openConnection()
    endWith(tx, 1)
    await query('insert 1')
    await expect(query('insert 2')).rejects.toThrow('the transaction has already ended')
    await query('commit')
    await query('insert 3')
    await vi.waitFor(() => expect(pieces.flat()).toEqual(['insert 1', 'commit', 'insert 3']))
  })

  test('reports why it could not end', async () => {
    const { query, tx } = openConnection(async (text) => {
      if (text === 'commit') throw new Error('not now')
    })
    endWith(tx, 1)
    await query('insert')
    await later()
    await expect(query('commit')).rejects.toThrow('not now')
  })

  test('is not supported by the embedded engine, and does no harm there', () => {
    expect(() => endWith({ _: { session: { client: {} } } } as unknown as Database, 1)).not.toThrow()
  })
})

test('the first failure among statements sent together is reported', async () => {
  const slow = later().then(() => Promise.reject(new Error('first')))
  await expect(inOrder([slow, Promise.reject(new Error('aborted'))])).rejects.toThrow('first')
  expect(await inOrder([Promise.resolve(1), 'two'])).toEqual([1, 'two'])
})
