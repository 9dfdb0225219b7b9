import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OrderPlaced } from '#features/orders/schema.ts'
import {
  answersOf,
  bodySchemaOf,
  callsOf,
  jsonSchemaOf,
  parametersOf,
  type Call,
  type Parameter,
} from '#platform/openapi/document.ts'
import { makeTool, makeUser, orderOf } from '#testing/factories.ts'
import { drawFrom, wrong } from '#testing/json-arbitrary.ts'
import { json, openTestShop } from '#testing/shop.ts'
import { describeApi } from './api-document.ts'
import { createApi } from './api.ts'

/** FUZZ_SEED repeats a run, FUZZ_RUNS makes it longer. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const runsPerCall = Number(process.env.FUZZ_RUNS ?? 50)
/** Sign-in is slow on purpose. */
const signInRuns = Math.ceil(runsPerCall / 10)

const shop = await openTestShop({ behindProxy: true })
afterAll(() => shop.close())
const document = await describeApi(createApi(shop.shop), shop.shop)
const schemas = document.components?.schemas ?? {}

const callers = ['nobody', 'user', 'admin'] as const
type Caller = (typeof callers)[number]
const tokens: Partial<Record<Caller, string>> = {}
const known = { ids: [''], emails: [''] }
const { right, mixed } = drawFrom(schemas, known)

beforeAll(async () => {
  const user = await shop.signedIn()
  tokens.user = user.token
  tokens.admin = (await shop.signedIn({ role: 'admin' })).token
  const toolIds: string[] = []
  const orderIds: string[] = []
  for (let n = 0; n < 20; n += 1) {
    const tool = await makeTool(shop.db, { availableQuantity: 1000 })
    const answer = await shop.app.request('/api/order', json('POST', orderOf(tool), user.headers))
    toolIds.push(tool.id)
    orderIds.push(OrderPlaced.parse(await answer.json())._id)
  }
  // Others' e-mails: an admin's calls may make them admins, or remove them.
  const strangers = await Promise.all(Array.from({ length: 20 }, () => makeUser(shop.db)))
  known.ids = [...toolIds, ...orderIds]
  known.emails = strangers.map(({ email }) => email)
})

/** A request as it goes out. `path` is what stands in its place of the address, already escaped. */
type Sent = { path: string; query: string; headers: Record<string, string>; body: string | undefined }

/** Pieces of a path that are no valid escape are sent as they are. */
const rawPieces = ['%', '%zz', '%ff', '%c0%af', '%00', '%2e%2e%2f', ';', '@']
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const piece = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed())
/** The URL parser would take these for steps in the path: another call. */
const isStep = (text: string) => ['', '.', '..'].includes(text)

const addressPiece = ({ schema = {} }: Parameter): fc.Arbitrary<string> =>
  fc
    .oneof(right(schema).map(piece), mixed(schema).map(piece), fc.constantFrom(...rawPieces))
    .filter((text) => !isStep(text))

const pathOf = (path: string, parameters: Parameter[]): fc.Arbitrary<string> => {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const fill = (pieces: string[]) =>
    inPath.reduce((text, { name }, i) => text.replace(`{${name}}`, () => pieces[i] ?? ''), path)
  return fc.tuple(...inPath.map(addressPiece)).map(fill)
}

/** Some parameters as they are meant, and one more as it comes. */
const queryOf = (parameters: Parameter[]): fc.Arbitrary<string> => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const pair = (name: string, value: unknown) => `${name}=${piece(value)}`
  const meant = inQuery.map(({ name, schema = {} }) => right(schema).map((value) => pair(name, value)))
  const required = meant.filter((_, i) => inQuery[i]?.required)
  const asItComes = inQuery.map(({ name, schema = {} }) => mixed(schema).map((value) => pair(name, value)))
  const surplus = wrong.map((value) => pair('surplus', value))
  const pairs = fc.subarray(meant).chain((some) => fc.tuple(...required, ...some, fc.oneof(...asItComes, surplus)))
  return fc.option(pairs, { freq: 5, nil: [] }).map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''))
}

/** Header values as HTTP can carry them (RFC 9110: visible characters, spaces between, and obs-text). */
const headerValue = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 300 })
  .map((text) => text.replaceAll(/[\u007f-\u009f]/g, '').trim())

const headersOf = (parameters: Parameter[]): fc.Arbitrary<Record<string, string>> => {
  const declared = parameters.filter((parameter) => parameter.in === 'header')
  const own = Object.fromEntries(
    declared.map(({ name, schema = {} }) => [name, fc.oneof(right(schema).map(asText), headerValue)]),
  )
  const odd = { cookie: headerValue, 'stripe-signature': headerValue, range: headerValue, accept: headerValue }
  return fc.record(
    {
      'content-type': fc.oneof(
        { weight: 5, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('application/json; charset=utf-16', 'text/plain', '*/*') },
      ),
      origin: fc.constantFrom(shop.config.publicUrl, shop.config.publicUrl, 'https://elsewhere.example'),
      ...odd,
      ...own,
    },
    { requiredKeys: ['content-type'] },
  )
}

const bodyOf = ({ operation }: Call): fc.Arbitrary<string | undefined> => {
  const schema = bodySchemaOf(operation)
  const broken = fc.constantFrom('', '{', '[]', 'null', '{"a":1,}', '\ufeff{}', `${'['.repeat(2000)}`)
  const anything = fc.oneof(
    wrong.map((value) => JSON.stringify(value)),
    broken,
    fc.constant(undefined),
  )
  if (!schema) return anything
  return fc.oneof(
    { weight: 3, arbitrary: right(schema).map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: mixed(schema).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: anything },
  )
}

const requestOf = (call: Call): fc.Arbitrary<Sent> => {
  const parameters = parametersOf(call.operation)
  return fc.record({
    path: pathOf(call.path, parameters),
    query: queryOf(parameters),
    headers: headersOf(parameters),
    body: ['POST', 'PATCH', 'PUT'].includes(call.method) ? bodyOf(call) : fc.constant(undefined),
  })
}

let sent = 0
async function send(
  method: string,
  { path, query, headers, body }: Sent,
  token: string | undefined,
): Promise<Response> {
  sent += 1
  // Each from an address of its own, or the limits would answer for the calls.
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  const all = { ...headers, 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) }
  return shop.app.request(`/api${path}${query}`, { method, headers: all, ...(body !== undefined && { body }) })
}

/** What each status of a call may carry, as a schema that answers are held to; undefined for nothing at all. */
function answerSchemas({ operation }: Call): Map<number, z.ZodType | undefined> {
  const withDefinitions = (schema: object) =>
    z.fromJSONSchema(
      JSON.parse(JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')),
    )
  return new Map(
    answersOf(operation).map(([status, { content }]) => {
      const schema = jsonSchemaOf(content)
      return [Number(status), schema && withDefinitions(schema)]
    }),
  )
}

async function expectDeclared(answer: Response, allowed: Map<number, z.ZodType | undefined>): Promise<void> {
  expect([...allowed.keys()]).toContain(answer.status)
  const text = await answer.text()
  const schema = allowed.get(answer.status)
  if (!schema) return expect(text).toBe('')
  expect(answer.headers.get('content-type')).toMatch(
    answer.status < 400 ? /^application\/json/ : /^application\/problem\+json/,
  )
  expect(schema.safeParse(JSON.parse(text)).error?.issues).toBeUndefined()
}

describe.each(callers)(`whatever %s sends (FUZZ_SEED=${seed})`, (caller) => {
  test.each(callsOf(document))('$method $path answers as it declares', async (call) => {
    const allowed = answerSchemas(call)
    await fc.assert(
      fc.asyncProperty(requestOf(call), async (request) => {
        await expectDeclared(await send(call.method, request, tokens[caller]), allowed)
      }),
      { seed, numRuns: call.path.startsWith('/auth/') ? signInRuns : runsPerCall },
    )
  })
})
