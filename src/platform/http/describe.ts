import { resolver, type DescribeRouteOptions } from 'hono-openapi'
import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import { Problem } from './problem.ts'

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

/** The answers of a route for the OpenAPI document: the body on success, and the problems that may come instead. */
export function answers(
  success: Record<number, z.ZodType | undefined>,
  ...problems: ErrorStatus[]
): NonNullable<DescribeRouteOptions['responses']> {
  const described: NonNullable<DescribeRouteOptions['responses']> = {}
  for (const [status, schema] of Object.entries(success)) {
    described[status] = {
      description: STATUS_CODES[status] ?? 'Success',
      ...(schema && { content: { 'application/json': { schema: resolver(schema, { options: { io: 'output' } }) } } }),
    }
  }
  for (const status of problems) {
    described[status] = {
      description: STATUS_CODES[status] ?? 'Problem',
      content: { 'application/problem+json': { schema: resolver(Problem) } },
    }
  }
  return described
}
