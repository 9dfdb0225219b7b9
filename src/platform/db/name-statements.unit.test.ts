import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createStatementNames, nameStatements } from './name-statements.ts'

/** A connection that sends nothing, and the name under which a statement would have been sent. */
function openConnection(nameOf = createStatementNames()) {
  const client = new pg.Client()
  const query = vi.fn<(statement: { name?: string }) => void>()
  Object.assign(client, { query })
  nameStatements(client, nameOf)
  return (text: string): string | undefined => {
    void client.query({ text })
    return query.mock.lastCall?.[0].name
  }
}

test('a statement has the same name on every connection', () => {
  const names = createStatementNames()
  const [one, two] = [openConnection(names), openConnection(names)]
  const name = one('select 1 from tool')
  expect(name).toMatch(/^s\d+$/)
  expect(one('select 1 from tool')).toBe(name)
  expect(two('select 1 from tool')).toBe(name)
  expect(one('select 2 from tool')).not.toBe(name)
})

test('a statement that prepares nothing has no name', () => {
  const send = openConnection()
  for (const text of ['begin', 'listen changes', 'SELECTED', '']) expect(send(text)).toBeUndefined()
  expect(send('  WITH a AS (select 1) select from a')).toBeDefined()
})

test('other statements still get names, however many conditions visitors combine', () => {
  const send = openConnection()
  const searches = Array.from({ length: 1000 }, (_, n) => {
    const words = Array.from(n.toString(2), (bit, at) => (bit === '1' ? `word @@ $${at}` : `word <% $${at}`))
    return `select * from "tool" WHERE ${words.join(' and ')} order by id`
  })
  const given = searches.map(send).filter(Boolean)
  expect(given.length).toBeGreaterThan(10)
  expect(given.length).toBeLessThan(100)
  expect(searches.map(send).filter(Boolean)).toEqual(given)
  expect(send('select * from "order" where id = $1')).toBeDefined()
  expect(send('insert into "order" values ($1)')).toBeDefined()
})
