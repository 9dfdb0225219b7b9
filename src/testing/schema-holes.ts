import fc from 'fast-check'
import type { Schema } from '#server/openapi/document.ts'
import type { AnySchema } from '#server/openapi/schema-text.ts'
import { drawFrom } from './json-arbitrary.ts'

/** A place in a schema's value, and a function that fills it with something else. */
export type Hole = { path: string; schema: Schema; right: unknown; fill: (other: unknown) => unknown }

const { right } = drawFrom({}, { ids: ['01890a5d-ac96-774b-bcce-b302099a8057'], emails: ['nusrat@example.com'] })
const leafOf = (schema: Schema): unknown => fc.sample(right(schema), { seed: 1, numRuns: 1 })[0]

/** Every place in a schema's value, which is valid everywhere else: the whole, each member, and everything nested in them. */
export function holesOf(schema: AnySchema): Hole[] {
  if (typeof schema === 'boolean' || '$ref' in schema) return []
  const inner = Object.entries(membersOf(schema)).map(([name, member]) => [name, holesOf(member)] as const)
  const whole = 'items' in schema ? inner.map(([, [item]]) => item?.right) : objectOf(inner)
  const value = inner.length > 0 ? whole : leafOf(schema)
  const own: Hole = { path: '', schema, right: value, fill: (other) => other }
  const within = inner.flatMap(([name, holes]) =>
    holes.map(({ path, fill, ...hole }) => ({
      ...hole,
      path: path ? `${name}.${path}` : name,
      fill: (other: unknown) =>
        Array.isArray(value) ? [fill(other)] : Object.assign({}, value, { [name]: fill(other) }),
    })),
  )
  return [own, ...within]
}

const membersOf = (schema: Schema): Record<string, AnySchema> =>
  'items' in schema && schema.items ? { 0: schema.items } : (schema.properties ?? {})

const objectOf = (members: readonly (readonly [string, readonly Hole[]])[]) =>
  Object.fromEntries(members.map(([name, [own]]) => [name, own?.right]))
