import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sqlState } from './conflict.ts'
import { PreparedPGlite } from './prepared-pglite.ts'

let client: PreparedPGlite
beforeAll(async () => {
  client = await PreparedPGlite.open({})
  await client.exec(
    'create table piece (n int primary key, word text, tags text[], at timestamptz, good bool, data jsonb)',
  )
})
afterAll(() => client.close())

const insert = 'insert into piece (n, word, tags, at, good, data) values ($1, $2, $3, $4, $5, $6) returning *'

test('values of every kind come back as they went in, including nulls', async () => {
  const at = new Date('2026-11-23T08:00:00Z')
  const whole = { n: 1, word: 'fan', tags: ['a', 'b'], at, good: true, data: { a: [1] } }
  const { rows } = await client.query(insert, Object.values(whole))
  expect(rows).toEqual([whole])
  const none = { n: 2, word: null, tags: null, at: null, good: null, data: null }
  expect((await client.query(insert, [2, null, undefined, null, null, null])).rows).toEqual([none])
  const cells = await client.query('select n, word from piece where n = $1', [1], { rowMode: 'array' })
  expect(cells.rows).toEqual([[1, 'fan']])
})

test('a statement is prepared once, whether in a transaction or not', async () => {
  const sent = vi.spyOn(client, 'execProtocolStream')
  const texts = () => sent.mock.calls.map(([message]) => Buffer.from(message).toString('latin1'))
  const text = 'select word from piece where n = $1 /* once */'
  expect((await client.query(text, [1])).rows).toEqual([{ word: 'fan' }])
  await client.transaction(async (tx) => {
    expect((await tx.query(text, [1])).rows).toEqual([{ word: 'fan' }])
  })
  expect((await client.query(text, [9])).rows).toEqual([])
  expect(texts().filter((message) => message.includes('once'))).toHaveLength(1)
  sent.mockRestore()
})

test('a refused statement reports its code, is rolled back and affects no other', async () => {
  const again = [1, 'twice', null, null, null, null]
  expect(sqlState(await client.query(insert, again).catch((error: unknown) => error))).toBe('23505')
  const failed = client.transaction(async (tx) => {
    await tx.query(insert, [3, 'undone', null, null, null, null])
    await tx.query(insert, again)
  })
  expect(sqlState(await failed.catch((error: unknown) => error))).toBe('23505')
  expect((await client.query('select n from piece where n = $1', [3])).rows).toEqual([])
  const aborted = client.transaction(async (tx) => {
    await tx.query(insert, again).catch(() => undefined)
    await tx.query('select n from piece where n = $1 /* new in an aborted one */', [1])
  })
  expect(sqlState(await aborted.catch((error: unknown) => error))).toBe('25P02')
  expect((await client.query('select n from piece where n = $1 /* new in an aborted one */', [1])).rows).toHaveLength(1)
})

test('a finished transaction accepts no more queries', async () => {
  const kept = await client.transaction(async (tx) => tx)
  await expect(kept.query('select n from piece where n = $1', [1])).rejects.toThrow('closed')
})
