import { resolver, type DescribeRouteOptions } from 'hono-openapi'
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { Problem } from './problem.ts'

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

/** A body that is not JSON, by its media types. */
type Media = readonly `${string}/${string}`[]

/** The answers of a route for the OpenAPI document: the body on success, and the problems that may come instead. */
export function answers(
  success: Record<number, z.ZodType | Media | undefined>,
  ...problems: ErrorStatus[]
): NonNullable<DescribeRouteOptions['responses']> {
  const described: NonNullable<DescribeRouteOptions['responses']> = {}
  for (const [status, body] of Object.entries(success)) {
    described[status] = { description: STATUS_CODES[status] ?? 'Success', ...(body && { content: contentOf(body) }) }
  }
  for (const status of problems) {
    described[status] = {
      description: STATUS_CODES[status] ?? 'Problem',
      content: { 'application/problem+json': { schema: resolver(Problem) } },
    }
  }
  return described
}

const contentOf = (body: z.ZodType | Media) =>
  body instanceof z.ZodType
    ? { 'application/json': { schema: resolver(body, { options: { io: 'output' } }) } }
    : Object.fromEntries(body.map((type) => [type, {}]))
