import { html } from 'hono/html'
import {
  answersOf,
  bodySchemaOf,
  callsOf,
  jsonSchemaOf,
  parametersOf,
  type ResponseObject,
  type ApiDocument,
  type Call,
  type Schema,
} from './document.ts'
import { exampleOf, refName, typeOf } from './schema-text.ts'

type Markup = ReturnType<typeof html>

/** What surrounds the document: addresses, texts and example commands. */
type Frame = {
  stylesheet: string
  /** Fonts of the stylesheet: loaded in parallel, they are there for the first paint. */
  fonts: readonly string[]
  source: string
  icon: string
  /** The link back to the site. */
  home: { href: string; name: string }
  /** Commands for a terminal, each with what it does. */
  examples: readonly { does: string; command: string }[]
  /** A warning to show on the page. */
  warning?: string | undefined
}

/** An OpenAPI document as a readable page: plain HTML without script. */
export function documentPage(document: ApiDocument, frame: Frame): Markup {
  const { info, tags = [], components } = document
  const calls = callsOf(document)
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="icon" href="${frame.icon}" type="image/svg+xml" />
        ${frame.fonts.map((href) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)}
        <link rel="stylesheet" href="${frame.stylesheet}" />
      </head>
      <body>
        ${frame.warning && html`<aside aria-label="Warning"><p>${frame.warning}</p></aside>`}
        <header>
          <a href="${frame.home.href}" aria-label="${frame.home.name}, home">
            <img src="${frame.icon}" alt="" width="28" height="28" />${frame.home.name}
          </a>
        </header>
        <main>
          <h1>${info.title}</h1>
          ${(info.description ?? '').split('\n\n').map((text) => html`<p>${text}</p>`)}
          <p><a href="${frame.source}">This document as OpenAPI ${document.openapi}, for programs</a></p>
          ${examplesSection(frame.examples)}
          <nav aria-label="Calls">
            ${tags.map(
              ({ name }) =>
                html`<h2 class="label">${name}</h2>
                  ${tagContents(name, calls)}`,
            )}
          </nav>
          ${tags.map(({ name, description }) => tagSection(name, description ?? '', calls))}
          <section>
            <h2>Schemas</h2>
            ${Object.entries(components?.schemas ?? {}).map(([name, schema]) => schemaSection(name, schema))}
          </section>
        </main>
      </body>
    </html>`
}

function examplesSection(examples: Frame['examples']): Markup {
  return html`<section class="examples">
    <h2>Try it</h2>
    ${examples.map(
      ({ does, command }) =>
        html`<p>${does}</p>
          <pre tabindex="0"><code>${command}</code></pre>`,
    )}
  </section>`
}

function tagContents(name: string, calls: readonly Call[]): Markup {
  return html`<ul>
    ${calls.filter(({ operation }) => operation.tags?.includes(name)).map(contents)}
  </ul>`
}

function contents({ method, address, operation }: Call): Markup {
  return html`<li>
    <a href="#${operation.operationId}"
      ><code><b>${method}</b> ${address}</code></a
    >
    ${operation.summary}
  </li>`
}

function tagSection(name: string, description: string, calls: readonly Call[]): Markup {
  return html`<section>
    <h2>${name}</h2>
    <p>${description}</p>
    ${calls.filter(({ operation }) => operation.tags?.includes(name)).map(callSection)}
  </section>`
}

function callSection({ method, address, operation }: Call): Markup {
  const body = bodySchemaOf(operation)
  return html`<article id="${operation.operationId}">
    <h3>
      <code><b>${method}</b> ${address}</code>
    </h3>
    <p>${operation.summary}. ${accessOf(operation.security)}</p>
    ${parametersTable(`${method} ${address}`, operation)} ${body && html`<p>Body: ${typeText(body)}</p>`}
    ${answersOf(operation)
      .filter(([status]) => status < '400')
      .map(answerLine)}
    ${problemsLine(answersOf(operation))}
  </article>`
}

function answerLine([status, { description, content = {}, headers = {} }]: [string, ResponseObject]): Markup {
  const schema = jsonSchemaOf(content)
  const body = schema ? typeText(schema) : Object.keys(content).join(' or ')
  const named = Object.keys(headers)
  return html`<p>
    Answers ${status} ${description}${body && html`: ${body}`}${named.length > 0 ? `, with ${named.join(' and ')}` : ''}
  </p>`
}

function problemsLine(answers: [string, ResponseObject][]): Markup | undefined {
  const problems = answers
    .filter(([status]) => status >= '400')
    .map(([status, { description }]) => `${status} ${description}`)
  return problems.length > 0
    ? html`<p>Or a <a href="#schema-Problem">Problem</a>: ${problems.join(', ')}</p>`
    : undefined
}

function parametersTable(call: string, operation: Call['operation']): Markup | undefined {
  const parameters = parametersOf(operation)
  if (parameters.length === 0) return undefined
  return table(
    `Parameters of ${call}`,
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, schema, description }) => [
      html`<code>${name}</code>${required ? '' : ', optional'}`,
      place,
      schema ? typeText(schema) : '',
      description ?? '',
    ]),
  )
}

function accessOf(security: Call['operation']['security'] = []): string {
  const schemes = security.flatMap((requirement) => Object.keys(requirement))
  if (schemes.includes('accessToken')) return 'Needs an access token.'
  return schemes.includes('session') ? 'Needs the session cookie.' : 'Open to anyone.'
}

function schemaSection(name: string, schema: Schema): Markup {
  const example = exampleOf(schema)
  return html`<article id="schema-${name}">
    <h3>${name}</h3>
    <p>${schema.description}</p>
    ${schema.properties ? propertiesTable(name, schema, schema.properties) : html`<p>${typeText(schema)}</p>`}
    ${example !== undefined && html`<pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`}
  </article>`
}

function propertiesTable(
  name: string,
  { required = [] }: Schema,
  properties: NonNullable<Schema['properties']>,
): Markup {
  return table(
    `Fields of ${name}`,
    ['Field', 'Type'],
    Object.entries(properties).map(([field, schema]) => [
      html`<code>${field}</code>${required.includes(field) ? '' : ', optional'}`,
      typeText(schema),
    ]),
  )
}

/** The type, linked if it has a section of its own. */
function typeText(schema: Parameters<typeof typeOf>[0]): Markup | string {
  const name = refName(schema)
  const text = typeOf(schema)
  return name ? html`<a href="#schema-${name}">${text}</a>` : text
}

function table(caption: string, heads: string[], rows: (string | Markup)[][]): Markup {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
