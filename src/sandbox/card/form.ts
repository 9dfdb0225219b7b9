import { z } from 'zod'
import { invalidRequest } from './errors.ts'

type Params = { [key: string]: string | Params }

/**
 * Parses Stripe's form encoding, with nested brackets: `metadata[orderId]=7` becomes `{metadata: {orderId: '7'}}`.
 * Lists keep their indexes as keys.
 */
export function parseForm(text: string): Params {
  const params: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    if (path.length > 5 || path.includes('__proto__')) throw invalidRequest(`Invalid parameter name: ${name}`)
    place(params, path, value)
  }
  return params
}

function place(params: Params, [key = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    params[key] = value
    return
  }
  const inner = params[key]
  const nested = typeof inner === 'object' ? inner : {}
  params[key] = nested
  place(nested, rest, value)
}

/** A whole number as sent in a form. */
export const integerText = z
  .string()
  .regex(/^\d{1,15}$/, { error: 'not an integer' })
  .transform(Number)

/** A list as sent in a form: `{0: 'card'}`. */
export const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z.record(z.string(), item).transform(Object.values<z.output<T>>)

/** Stripe's limits for metadata on an object: up to 50 keys of 40 characters, values of 500. */
export const Metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, { error: 'more than 50 keys' })
