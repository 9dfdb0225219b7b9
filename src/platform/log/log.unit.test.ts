import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createPrivateText } from './private-text.ts'
import { createWriteBuffer } from './write-buffer.ts'

function logged(fields: Record<string, unknown>): string {
  let text = ''
  const log = createLog(
    createWriteBuffer((lines) => (text += lines)),
    createPrivateText('a secret'),
  )
  log.error('it failed', fields)
  log.flush()
  return text
}

it('includes the cause and the stack of an error', () => {
  const line: unknown = JSON.parse(logged({ error: new Error('outer', { cause: new Error('inner') }) }))
  expect(line).toMatchObject({
    level: 'error',
    message: 'it failed',
    error: { message: 'outer', cause: { message: 'inner' } },
  })
  expect(line).toHaveProperty('error.stack', expect.stringContaining('log.unit.test.ts'))
})

it('includes an error that has lost its stack', () => {
  const error = Object.assign(new Error('thrown by another engine'), { stack: undefined })
  expect(logged({ error })).toContain('thrown by another engine')
})

it('hides fields that are named like a secret', () => {
  expect(logged({ newPassword: 'hunter22', headers: { cookie: 'session=1' } })).not.toMatch(/hunter22|session=1/)
  // An empty value may be what caused the failure.
  expect(logged({ newPassword: '' })).toContain('"newPassword":""')
})

it('contains no e-mail and no token, wherever they appear', () => {
  const cause = new AggregateError([new Error('550 <eve@example.com> is unknown')], 'all refused')
  const text = logged({
    path: '/api/user/eve%40example.com',
    error: new Error('GET /verifyemail?token=abc failed', { cause }),
    deep: { list: ['Eve@example.com'] },
  })
  expect(text).not.toMatch(/eve@|eve%40|token=/i)
  expect(text).toMatch(/550 <email-[\w-]{10}> is unknown/)
  expect(text).toContain('all refused')
})

it('never fails itself', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(JSON.parse(logged({ circle }))).toMatchObject({ level: 'error', message: 'it failed' })
  expect(JSON.parse(logged({ count: 12n }))).toMatchObject({ count: '12' })
})

it('records the time and the level', () => {
  let text = ''
  const log = createLog(
    createWriteBuffer((lines) => (text += lines)),
    createPrivateText('a secret'),
  )
  log.info('one')
  log.warn('two')
  expect(text).toBe('')
  log.flush()
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toMatchObject([
    { level: 'info', message: 'one', time: expect.stringMatching(/^\d{4}-.*Z$/) },
    { level: 'warn', message: 'two' },
  ])
})

describe('hides the values of a failed query', () => {
  const failed = (...values: string[]) =>
    new DrizzleQueryError('select from "user" where email = $1', values, new Error('gone'))

  it.each([
    ['of several lines', 'House 1\nRoad 5'],
    ['that look like a stack frame', 'House 1\n    at Road 5\n    at Dhaka'],
    ['that look like the parameters', "House 1\nparams: $&$`$'\n    at Road 5"],
  ])('%s', (_which, address) => {
    const text = logged({ error: failed('eve@example.com', address, '01711 000000') })
    expect(text).not.toMatch(/eve@|House|Road|01711|params/)
    expect(text).toMatch(/select from .*gone/)
    expect(JSON.parse(text)).toHaveProperty('error.stack', expect.stringMatching(/\$1\n {4}at .*log\.unit\.test\.ts/))
  })

  it('of an error whose message has changed since', () => {
    const error = failed('House 1\n    at Road 5', '01711 000000')
    // The stack is formatted when it is first read, and kept.
    expect(error.stack).toContain('01711')
    error.message = 'lost'
    expect(logged({ error })).not.toMatch(/House|Road|01711/)
  })
})
