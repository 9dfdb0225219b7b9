import { validator } from 'hono-openapi'
import type { ValidationTargets } from 'hono'
import type { z } from 'zod'
import { Failure, type FieldError } from '#shared/errors.ts'
import { isStorable, unstorable } from '#shared/text.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

/** The body as `schema` has it, or 422 with every field that breaks a rule. */
export const body = <S extends z.ZodType>(schema: S) => checked('json', schema, 'rule')

/** The query as `schema` has it, or 400. */
export const query = <S extends z.ZodType>(schema: S) => checked('query', schema, 'malformed')

/** The path's parameters as `schema` has them: what cannot be an id is not there, 404. */
export const path = <S extends z.ZodType>(schema: S) => checked('param', schema, 'not-found')

/** The request headers as `schema` has them, or 400. */
export const headers = <S extends z.ZodType>(schema: S) => checked('header', schema, 'malformed')

function checked<S extends z.ZodType, T extends keyof ValidationTargets>(
  target: T,
  schema: S,
  kind: 'rule' | 'malformed' | 'not-found',
) {
  return validator(target, schema, (result) => {
    if (result.success && isStorable(result.data)) return
    if (kind === 'not-found') throw new Failure('not-found', 'There is nothing at this address.')
    const errors = result.success ? [{ path: '', message: unstorable }] : result.error.map(fieldError)
    throw new Failure(kind, errors[0]?.message ?? 'The request is not right.', { errors })
  })
}

function fieldError(issue: Issue): FieldError {
  const keys = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
  return { path: keys.join('.'), message: issue.message }
}
