import fc from 'fast-check'
import { bodySchemaOf, parametersOf, type Call, type Parameter } from '#server/openapi/document.ts'
import { wrong, type drawFrom } from './json-arbitrary.ts'

/** A request as sent. `path` is the path part of the URL, already escaped. */
export type Sent = { path: string; query: string; headers: Record<string, string>; body: string | undefined }

/** Path pieces sent as they are: most are not valid escapes. */
const rawPieces = ['%', '%zz', '%ff', '%c0%af', '%00', '..%2f', ';', '@']
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const piece = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed())
/** The URL parser would resolve these as path steps: another call. */
const isStep = (text: string) => ['', '.', '..'].includes(text)

/** Valid and invalid requests for a call in the OpenAPI document. `site` is the origin of the browsers' pages. */
export function drawRequests({ right, mixed }: ReturnType<typeof drawFrom>, site: string) {
  const addressPiece = ({ schema = {} }: Parameter): fc.Arbitrary<string> =>
    fc
      .oneof(right(schema).map(piece), mixed(schema).map(piece), fc.constantFrom(...rawPieces))
      .filter((text) => !isStep(text))

  const pathOf = (path: string, parameters: Parameter[]): fc.Arbitrary<string> => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const fill = (pieces: string[]) =>
      inPath.reduce((text, { name }, i) => text.replace(`{${name}}`, () => pieces[i] ?? ''), path)
    return fc.tuple(...inPath.map(addressPiece)).map(fill)
  }

  /** Some parameters with valid values, and one more with an arbitrary value. */
  const queryOf = (parameters: Parameter[]): fc.Arbitrary<string> => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    const pair = (name: string, value: unknown) => `${name}=${piece(value)}`
    const meant = inQuery.map(({ name, schema = {} }) => right(schema).map((value) => pair(name, value)))
    const required = meant.filter((_, i) => inQuery[i]?.required)
    const asItComes = inQuery.map(({ name, schema = {} }) => mixed(schema).map((value) => pair(name, value)))
    const surplus = wrong.map((value) => pair('surplus', value))
    const pairs = fc.subarray(meant).chain((some) => fc.tuple(...required, ...some, fc.oneof(...asItComes, surplus)))
    return fc.option(pairs, { freq: 5, nil: [] }).map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''))
  }

  /** Header values that HTTP allows (RFC 9110: visible characters, spaces between them, and obs-text). */
  const headerValue = fc
    .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 300 })
    .map((text) => text.replaceAll(/[\u007f-\u009f]/g, '').trim())

  const headersOf = (parameters: Parameter[]): fc.Arbitrary<Record<string, string>> => {
    const declared = parameters.filter((parameter) => parameter.in === 'header')
    const own = Object.fromEntries(
      declared.map(({ name, schema = {} }) => [name, fc.oneof(right(schema).map(asText), headerValue)]),
    )
    const odd = { cookie: headerValue, 'stripe-signature': headerValue, range: headerValue, accept: headerValue }
    return fc.record(
      {
        'content-type': fc.oneof(
          { weight: 5, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: fc.constantFrom('application/json; charset=utf-16', 'text/plain', '*/*') },
        ),
        // An empty origin counts as none.
        origin: fc.constantFrom(...Array<string>(6).fill(site), 'https://elsewhere.example', ''),
        ...odd,
        ...own,
      },
      { requiredKeys: ['content-type', 'origin'] },
    )
  }

  const bodyOf = ({ operation }: Call): fc.Arbitrary<string | undefined> => {
    const schema = bodySchemaOf(operation)
    const broken = fc.constantFrom('', '{', '[]', 'null', '{"a":1,}', '\ufeff{}', `${'['.repeat(2000)}`)
    const anything = fc.oneof(
      wrong.map((value) => JSON.stringify(value)),
      broken,
      fc.constant(undefined),
    )
    if (!schema) return anything
    return fc.oneof(
      { weight: 3, arbitrary: right(schema).map((value) => JSON.stringify(value)) },
      { weight: 4, arbitrary: mixed(schema).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: anything },
    )
  }

  const requestOf = (call: Call): fc.Arbitrary<Sent> => {
    const parameters = parametersOf(call.operation)
    return fc.record({
      path: pathOf(call.path, parameters),
      query: queryOf(parameters),
      headers: headersOf(parameters),
      body: ['POST', 'PATCH', 'PUT'].includes(call.method) ? bodyOf(call) : fc.constant(undefined),
    })
  }

  return requestOf
}
