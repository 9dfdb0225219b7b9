import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createBatch } from './batch.ts'
import { createLog } from './log.ts'

function logged(fields: Record<string, unknown>): string {
  let text = ''
  const log = createLog(createBatch((lines) => (text += lines)))
  log.error('it failed', fields)
  log.flush()
  return text
}

it('names an error with its cause and its place', () => {
  const line: unknown = JSON.parse(logged({ error: new Error('outer', { cause: new Error('inner') }) }))
  expect(line).toMatchObject({
    level: 'error',
    message: 'it failed',
    error: { message: 'outer', cause: { message: 'inner' } },
  })
  expect(line).toHaveProperty('error.stack', expect.stringContaining('log.unit.test.ts'))
})

it('hides what is named like a secret', () => {
  expect(logged({ newPassword: 'hunter22', headers: { cookie: 'session=1' } })).not.toMatch(/hunter22|session=1/)
})

it('keeps the values of a failed query to itself', () => {
  const error = new DrizzleQueryError(
    'select from "user" where email = $1',
    ['eve@example.com', 'two\nlines'],
    new Error('gone'),
  )
  const text = logged({ error })
  expect(text).not.toMatch(/eve@example\.com|two|lines/)
  expect(text).toMatch(/select from .*gone/)
  expect(text).toContain('log.unit.test.ts')
})
