import { resolver, uniqueSymbol, validator } from 'hono-openapi'
import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import { z } from 'zod'
import { Failure, type FieldError } from '#shared/errors.ts'
import { isStorable, unstorable } from '#shared/text.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

/**
 * The body as parsed by `schema`, or 422 with every field that breaks a rule. It may take long to arrive, so `confirm` checks
 * again that the call is allowed.
 */
export const body = <S extends z.ZodType>(schema: S) => checked('json', schema, 'unprocessable')

/** The query as parsed by `schema`, or 400. */
export const query = <S extends z.ZodType>(schema: S) => checked('query', schema, 'bad-request')

/** The path's parameters as parsed by `schema`; what cannot be an id does not exist: 404. */
export const path = <S extends z.ZodType>(schema: S) => checked('param', schema, 'not-found')

type OneHeader<N extends string, S extends z.ZodType> = {
  in: { header: Partial<Record<N, z.input<S>>> }
  out: { header: Record<N, z.output<S>> }
}

/** One request header as parsed by `schema`, or 400. Hono's own validator copies every header to look at one. */
export function header<N extends string, S extends z.ZodType>(name: N, schema: S) {
  const wanted = z.object({ [name]: schema })
  const read: MiddlewareHandler<object, string, OneHeader<N, S>> = (c, next) => {
    const { data, error } = wanted.safeParse({ [name]: c.req.header(name) })
    if (error) throw refusal('bad-request', fieldErrors(error.issues))
    // A route may read several headers.
    c.req.addValidatedData('header', { ...(c.req.valid('header' as never) as object), ...data })
    return next()
  }
  // The API document reads this from a validator.
  return Object.assign(read, { [uniqueSymbol]: { target: 'header', ...resolver(wanted) } })
}

function checked<S extends z.ZodType, T extends keyof ValidationTargets>(
  target: T,
  schema: S,
  kind: 'unprocessable' | 'bad-request' | 'not-found',
) {
  return validator(target, schema, async (result, c: Context) => {
    if (target === 'json') await confirmed(c)
    if (result.success && isStorable(result.data)) return
    if (kind === 'not-found') throw new Failure('not-found', 'There is nothing at this address.')
    throw refusal(kind, result.success ? [{ path: '', message: unstorable }] : fieldErrors(result.error))
  })
}

async function confirmed(c: Context): Promise<void> {
  const confirm: (() => Promise<void>) | undefined = c.get('confirm')
  await confirm?.()
}

/** The refusal of a request in which these fields are wrong. */
export const refusal = (kind: 'unprocessable' | 'bad-request', errors: FieldError[]): Failure =>
  new Failure(kind, errors[0]?.message ?? 'The request is not valid.', { errors })

/** Forms have fewer fields, and messages fewer characters: anything longer comes from the caller and is not sent back. */
const mostErrors = 50
const longestMessage = 200

/** A schema's issues as errors, field by field. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.slice(0, mostErrors).map((issue) => {
    const keys = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
    return { path: keys.join('.'), message: shortened(issue.message) }
  })
}

const shortened = (text: string): string =>
  text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}…` : text
