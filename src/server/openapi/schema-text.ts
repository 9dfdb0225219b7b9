import type { Schema } from './document.ts'

type Reference = { $ref: string }
export type AnySchema = Schema | Reference | boolean

/** The name of the schema that this one refers to, itself or for each item of a list. */
export function refName(schema: AnySchema): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if ('$ref' in schema && typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)
  return 'items' in schema && schema.items ? refName(schema.items) : undefined
}

/** A schema in a few words: "string, 1 to 20 characters", "list of Tool", "newest or price". */
export function typeOf(schema: AnySchema): string {
  if (typeof schema === 'boolean') return 'anything'
  if ('$ref' in schema && schema.$ref) return refName(schema) ?? 'anything'
  if ('const' in schema && schema.const !== undefined) return JSON.stringify(schema.const)
  if ('enum' in schema && schema.enum) return schema.enum.map(String).join(' or ')
  if ('anyOf' in schema && schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (!('type' in schema)) return 'anything'
  if (schema.type === 'array') return `list of ${'items' in schema && schema.items ? typeOf(schema.items) : 'anything'}`
  return [formatOf(schema), ...boundsOf(schema)].join(', ')
}

/** The first example that a schema gives. */
export function exampleOf({ examples }: Schema): unknown {
  return Array.isArray(examples) ? examples[0] : undefined
}

function formatOf({ type, format }: Schema): string {
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'anything')
  return format ? `${name} (${format})` : name
}

function boundsOf({ minLength, maxLength, minimum, maximum, exclusiveMinimum }: Schema): string[] {
  const bounds: string[] = []
  if (minLength !== undefined || maxLength !== undefined) bounds.push(`${rangeOf(minLength, maxLength)} characters`)
  if (typeof exclusiveMinimum === 'number') bounds.push(`above ${exclusiveMinimum}`)
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (least !== undefined || most !== undefined) bounds.push(rangeOf(least, most))
  return bounds
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`
  return most === undefined ? `at least ${least}` : `${least} to ${most}`
}
