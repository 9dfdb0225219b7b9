import { expect, test } from 'vitest'
import { statementSpan } from './statement.ts'

test.each([
  ['select "id" from "order" where "id" = $1', 'SELECT order'],
  ['insert into "order_line" ("id") values ($1)', 'INSERT order_line'],
  ['with one as (select 1 from "user") insert into "order" select 1 from one', 'INSERT order'],
  ['with one as (select 1 from "user") select 1 from one', 'SELECT user'],
  ['delete from "cart" where id = $1', 'DELETE cart'],
  ['select id from job where state = $1 for update skip locked', 'SELECT job'],
  ['update stock_level set available = $1', 'UPDATE stock_level'],
  ['/* by its values */ select id from mail_message', 'SELECT mail_message'],
  ['select count(*) filter (where words @@ \'alice & from bob\':*) from "order_search"', 'SELECT order_search'],
  ["select 'it''s from alice' as x", 'SELECT'],
  ['begin', 'BEGIN'],
  ['', 'STATEMENT'],
])('%s is recorded as %s', (text, name) => {
  expect(statementSpan(text).name).toBe(name)
  expect(JSON.stringify(statementSpan(text))).not.toMatch(/alice|bob/)
})
