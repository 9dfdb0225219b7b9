import { uniqueSymbol } from 'hono-openapi'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describedAuthRoutes } from '#features/accounts/auth-document.ts'
import { authRoutes } from '#features/accounts/auth-routes.ts'
import { searchTerms } from '#features/catalogue/search.ts'
import { createApi } from '#server/api.ts'
import type { Schema } from '#server/openapi/document.ts'
import { decodeCursor } from '#platform/db/cursor.ts'
import { hostileJson, hostileTexts, leastCpuOf, megabyte, nearlyRight } from '#testing/hostile.ts'
import { holesOf, type Hole } from '#testing/schema-holes.ts'
import { openTestShop } from '#testing/shop.ts'
import { readQuote } from '#web/components/quote/read-quote.ts'
import { returnPath } from '#web/lib/return-path.ts'

/**
 * Milliseconds of CPU time that one hostile value may take. A careless pattern takes seconds; Zod takes up to 50 ms to count the
 * characters in a megabyte of lone surrogates.
 */
const bound = 100

const shop = await openTestShop()
afterAll(() => shop.close())

/** What a route's validator exposes for the API document. */
const Validator = z.object({
  target: z.enum(['json', 'query', 'param', 'header']),
  validate: z.custom<(value: unknown) => unknown>((value) => typeof value === 'function'),
  toJSONSchema: z.custom<(options: object) => Promise<Schema>>((value) => typeof value === 'function'),
})
/** A schema's result for an invalid value (standardschema.dev). */
const Refusal = z.object({
  issues: z.array(z.object({ code: z.string(), path: z.array(z.union([z.string(), z.number()])) })),
})

type Checked = { target: string; method: string; path: string; read: (value: unknown) => unknown; holes: Hole[] }

/** Every schema that an API route validates with: new ones are included automatically. */
const checked: Checked[] = await Promise.all(
  [...createApi(shop.shop).routes, ...describedAuthRoutes().routes].flatMap(({ method, path, handler }) => {
    const { data } = Validator.safeParse(Reflect.get(handler, uniqueSymbol))
    if (!data) return []
    const { target, validate: read } = data
    return data.toJSONSchema({ io: 'input' }).then((schema) => ({ target, method, path, read, holes: holesOf(schema) }))
  }),
)
/** Each schema once, with its first route: those for an id in the path, or for a page's limit, serve many routes. */
const distinct = checked.filter(({ read }, n) => checked.findIndex((other) => other.read === read) === n)
const withTarget = (target: string) => checked.filter((schema) => schema.target === target)

/** The first value that takes too long, if any. */
async function slowest(read: (value: unknown) => unknown, values: Iterable<unknown>): Promise<object | undefined> {
  for (const value of values) {
    const cpu = await leastCpuOf(() => read(value), bound)
    if (cpu > bound) return { cpu, value: JSON.stringify(value).slice(0, 80) }
  }
  return undefined
}

/** Nearly right values get no character beyond U+FFFF: those are tried separately, and counting them would dominate the time. */
function* filled({ right, fill }: Hole): Generator<unknown> {
  const plain = typeof right === 'string' ? right.replaceAll(/[\ud800-\udfff]/g, '') : '1'
  for (const text of hostileTexts(plain)) yield fill(text)
}

describe('every schema of the API', () => {
  test('is found', () => {
    expect(checked.length).toBeGreaterThan(30)
    const found = withTarget('json').map(({ method, path }) => `${method} ${path}`)
    const withBody = Object.entries(authRoutes).filter(([, { body }]) => body)
    expect(found).toEqual(expect.arrayContaining(withBody.map(([path, { method }]) => `${method} /auth${path}`)))
  })

  const longTest = { timeout: 120_000 }
  test.each(distinct)('$target of $method $path: hostile text costs next to nothing', longTest, async (schema) => {
    for (const hole of schema.holes) expect(await slowest(schema.read, filled(hole)), hole.path).toBeUndefined()
  })

  const parsed = Object.entries(hostileJson).map(([what, text]): [string, unknown] => [what, JSON.parse(text)])
  test.each(distinct)('$target of $method $path: deep or long JSON costs next to nothing', longTest, async (schema) => {
    for (const [what, value] of parsed) {
      const values = schema.holes.map(({ fill }) => fill(value))
      expect(await slowest(schema.read, values), what).toBeUndefined()
    }
  })

  test.each(distinct)(
    '$target of $method $path: text beyond its maximum length is not examined',
    async ({ read, holes }) => {
      const texts = holes.filter(({ schema }) => schema.type === 'string' && !schema.enum && schema.format !== 'uuid')
      for (const { path, schema, fill } of texts.filter(({ schema: { const: only } }) => only === undefined)) {
        expect(schema.maxLength, path).toBeGreaterThan(0)
        const { issues } = Refusal.parse(await read(fill('\u0000<'.repeat(schema.maxLength ?? 0))))
        const here = issues.filter((issue) => issue.path.join('.') === path)
        expect(
          here.map(({ code }) => code),
          path,
        ).toEqual(['too_big'])
      }
    },
  )
})

describe('a stranger cannot keep the shop busy', () => {
  const asJson = { 'content-type': 'application/json' }
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<string> => {
    const address = path.replaceAll(/:\w+/g, '01890a5d-ac96-774b-bcce-b302099a8057')
    const answer = await shop.app.request(`/api${address}`, { method, ...init })
    return answer.text()
  }
  /** A request line and its headers together are limited to 16 KB. */
  const short = nearlyRight(14_000).filter((text) => /^[!-~]+$/.test(text))

  /** With the rest of the body and JSON's escapes, just below the limit of `server/app.ts`: longer bodies are refused unread. */
  const readLengths: Record<string, number> = { '/order/check': 180_000, '/quick-order': 180_000 }

  test.each(withTarget('json'))(
    'with any body of $method $path',
    { timeout: 120_000 },
    async ({ method, path, holes }) => {
      const send = (value: unknown) => ask(method, path, { headers: asJson, body: JSON.stringify(value) })
      const texts = nearlyRight(readLengths[path] ?? 40_000)
      for (const { fill } of holes) expect(await slowest(send, texts.map(fill))).toBeUndefined()
      expect(await slowest(send, nearlyRight(megabyte)), 'too long').toBeUndefined()
    },
  )

  test.each(withTarget('json'))(
    'and gets only short answers to hostile bodies of $method $path',
    async ({ method, path }) => {
      for (const body of Object.values(hostileJson)) {
        expect((await ask(method, path, { headers: asJson, body })).length).toBeLessThan(1000)
      }
    },
  )

  test.each(withTarget('param'))('with any address of $method $path', async ({ method, path }) => {
    const send = (text: unknown) => ask(method, path.replace(/:\w+/, encodeURIComponent(String(text))))
    expect(await slowest(send, short)).toBeUndefined()
  })

  const headers = ['accept', 'accept-encoding', 'authorization', 'content-type', 'cookie', 'idempotency-key']
  const more = ['if-none-match', 'origin', 'range', 'stripe-signature', 'x-forwarded-for']
  test.each([...headers, ...more])('with any header %s', async (name) => {
    for (const path of ['/tool', '/profile', '/order', '/payment/webhook', '/auth/sign-out', '/user/a@b.c']) {
      for (const method of ['GET', 'POST', 'PUT']) {
        expect(
          await slowest((text) => ask(method, path, { headers: { [name]: String(text) } }), short),
          path,
        ).toBeUndefined()
      }
    }
  })
})

describe('untrusted text read without a route schema', () => {
  test.each<[string, string, (text: string) => unknown]>([
    ['a cursor', 'eyJrZXkiOiIiLCJpZCI6IiJ9', (text) => refused(() => decodeCursor(text))],
    ['a search', '600w psu', (text) => searchTerms(text.slice(0, 100))],
    ['a return path', '/tools?q=psu', (text) => returnPath(text)],
  ])('%s costs next to nothing', { timeout: 120_000 }, async (_what, right, read) => {
    expect(await slowest((text) => read(String(text)), hostileTexts(right))).toBeUndefined()
  })

  test('a form without script costs next to nothing', { timeout: 120_000 }, async () => {
    // Made in advance: building a form of six long texts costs more than reading it.
    const forms = hostileTexts('nusrat@example.com').map(formOf)
    expect(await slowest((form) => readQuote(form as FormData, 'usd'), forms)).toBeUndefined()
  })
})

function refused(read: () => unknown): void {
  try {
    read()
  } catch {
    // A refusal is what is expected.
  }
}

function formOf(text: string): FormData {
  const form = new FormData()
  for (const name of ['name', 'email', 'phone', 'productName', 'price', 'quantity']) form.set(name, text)
  return form
}
