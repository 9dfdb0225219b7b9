import type { generateSpecs } from 'hono-openapi'

/** An OpenAPI 3.1 document. */
export type ApiDocument = Awaited<ReturnType<typeof generateSpecs>>
type PathItem = NonNullable<NonNullable<ApiDocument['paths']>[string]>
export type Operation = NonNullable<PathItem['get']>
export type ResponseObject = Exclude<NonNullable<Operation['responses']>[string], { $ref: string }>
export type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>
export type Schema = NonNullable<NonNullable<ApiDocument['components']>['schemas']>[string]

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** A call of the document: its method in capitals, its path as `/tool/{toolId}`, and its address from the server's root. */
export type Call = { method: string; path: string; address: string; operation: Operation }

/** Every call, in the order of the document. */
export function callsOf({ paths = {}, servers }: ApiDocument): Call[] {
  const base = servers?.[0]?.url ?? ''
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ method: method.toUpperCase(), path, address: base + path, operation }] : []
    }),
  )
}

/** A call's parameters besides its body; ours are never given by reference. */
export const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.filter((parameter) => 'name' in parameter)

/** A call's responses by status. */
export const answersOf = ({ responses = {} }: Operation): [string, ResponseObject][] =>
  Object.entries(responses).flatMap(([status, answer]) => (answer && !('$ref' in answer) ? [[status, answer]] : []))

type Content = Readonly<Record<string, { schema?: unknown }>>

/** The schema of the JSON in a body or response. */
export function jsonSchemaOf(content: Content = {}): Schema | undefined {
  const schema = (content['application/json'] ?? content['application/problem+json'])?.schema
  return isSchema(schema) ? schema : undefined
}

/** The schema of a call's JSON body, if it takes one. */
export function bodySchemaOf({ requestBody }: Operation): Schema | undefined {
  return requestBody && 'content' in requestBody ? jsonSchemaOf(requestBody.content) : undefined
}

/** A finished document holds only JSON schemas; the generator's types allow its own objects too. */
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
