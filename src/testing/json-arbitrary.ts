import fc from 'fast-check'
import type { Schema } from '#server/openapi/document.ts'
import { refName, type AnySchema } from '#server/openapi/schema-text.ts'
import { namesOfObjects } from './hostile.ts'

type Schemas = Readonly<Record<string, Schema>>

/** Values that break careless code in databases, JavaScript or HTTP. */
const troublemakers: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53 + 2,
  '',
  ' ',
  '0',
  '-1',
  '99999999999999999999',
  'NaN',
  '1e999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  '%',
  '%00',
  '%ff',
  String.raw`\u0000`,
  `' or 1=1 --`,
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61Z',
  'x'.repeat(3000),
  ...namesOfObjects,
  '5 constructor',
  [],
  {},
  { $ne: null },
  { constructor: { prototype: {} } },
  JSON.parse('{"__proto__": {"role": "admin"}}'),
]

/** Values that no schema asks for. */
export const wrong: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...troublemakers) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/**
 * Draws values from JSON schemas. `known` holds ids and e-mails that exist, so that some values get past the lookup.
 * `right` draws values that match the schema, as far as it tells; `mixed` adds wrong, missing and surplus ones.
 */
export function drawFrom(schemas: Schemas, known: { ids: readonly string[]; emails: readonly string[] }) {
  const resolve = (schema: AnySchema): Schema => {
    if (typeof schema === 'boolean') return {}
    if (!('$ref' in schema)) return schema
    return schemas[refName(schema) ?? ''] ?? {}
  }

  const right = (schema: AnySchema): fc.Arbitrary<unknown> => drawn(resolve(schema), right)
  const mixed = (schema: AnySchema): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 4, arbitrary: drawn(resolve(schema), mixed) },
      { weight: 2, arbitrary: right(schema) },
      { weight: 2, arbitrary: fc.tuple(right(schema), fc.constantFrom('\u0000', '\u0000', '\ud800', "'")).map(spoil) },
      { weight: 1, arbitrary: wrong },
    )

  function drawn(schema: Schema, inner: (schema: AnySchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
    if (schema.type === 'string') return strings(schema)
    if (schema.type === 'integer' || schema.type === 'number') return numbers(schema)
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'null') return fc.constant(null)
    if (schema.type === 'array')
      return fc.array('items' in schema && schema.items ? inner(schema.items) : wrong, { maxLength: 4 })
    if (schema.type === 'object') return objects(schema, inner)
    return wrong
  }

  function strings({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
    if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.uuid())
    if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
    if (pattern?.includes('@')) return fc.oneof(fc.constantFrom(...known.emails), fc.emailAddress())
    if (pattern) return matching(pattern)
    return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) })
  }

  function objects({ properties = {}, required = [] }: Schema, inner: (schema: AnySchema) => fc.Arbitrary<unknown>) {
    const fields = mapValues(properties, right)
    const meant = fc.record(fields, { requiredKeys: required })
    if (inner === right) return meant
    return fc.oneof(
      { weight: 3, arbitrary: meantButOne(meant, properties) },
      { weight: 1, arbitrary: fc.record(mapValues(properties, inner), { requiredKeys: [] }) },
    )
  }

  /** Wrong in one place only, so that the code behind the first check is reached too. */
  function meantButOne(meant: fc.Arbitrary<object>, properties: NonNullable<Schema['properties']>) {
    const changed = Object.entries(properties).map(([name, schema]) =>
      mixed(schema).map((value) => ({ [name]: value })),
    )
    const surplus = fc.dictionary(fc.constantFrom('extra', 'role', '_id', 'constructor'), wrong, {
      minKeys: 1,
      maxKeys: 1,
    })
    return fc.tuple(meant, fc.oneof(...changed, surplus)).map(([value, change]) => ({ ...value, ...change }))
  }

  return { right, mixed }
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

/** A valid text with one character that trips up databases and decoders. */
const spoil = ([value, character]: [unknown, string]): unknown =>
  typeof value === 'string' ? `${value.slice(0, 1)}${character}${value.slice(2)}` : value

/** fast-check does not support lookaheads: they are removed, and texts they forbid are filtered out afterwards. */
function matching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern)
  const drawable = pattern.replaceAll(/\(\?[!=](?:[^()[\]]|\[[^\]]*\])*\)/g, '')
  return fc.stringMatching(new RegExp(drawable), { maxLength: 200 }).filter((text) => whole.test(text))
}

function numbers({ type, minimum = -1000, maximum = 1_000_000, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const min = typeof exclusiveMinimum === 'number' ? Math.max(minimum, exclusiveMinimum) : minimum
  if (type === 'integer') {
    const whole = fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) })
    // Real versions and quantities are small.
    return fc.oneof(whole, fc.integer({ min: Math.max(min, 1), max: Math.min(maximum, 5) }))
  }
  const cents = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(maximum * 100) }).map((value) => value / 100)
  return fc.oneof(cents, fc.double({ min, max: maximum, noNaN: true }))
}
