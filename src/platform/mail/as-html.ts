import { html, raw } from 'hono/html'
import { langOf } from '#shared/language.ts'
import { formatQuantity, paragraphsOf, type Mail, type Sender } from './message.ts'

type Html = ReturnType<typeof html> | ''

/** The look's colours as hex, which is all that mail programs read (LOOK.md, Colour). */
const light = { paper: '#f6f6f3', card: '#fcfcfa', ink: '#1c1e21', ink2: '#4a4d51', line: '#d3d3ce', lime: '#c6f030' }
const dark = { paper: '#141619', card: '#1c1e21', ink: '#f0f0ed', ink2: '#b8bbbe', line: '#34373b', edge: '#777b7e' }
const { paper, card, ink, ink2, line, lime } = light

const font = 'font-family:Arial,Helvetica,sans-serif'
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Styles are inline, since many mail programs read no others; programs that do read these follow the reader's dark mode. */
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 620px) { .pad { padding-left: 20px !important; padding-right: 20px !important; } }
  @media (prefers-color-scheme: dark) {
    .paper { background: ${dark.paper} !important; }
    .card { background: ${dark.card} !important; border-color: ${dark.edge} !important; }
    .ink { color: ${dark.ink} !important; }
    .ink2 { color: ${dark.ink2} !important; }
    .line { border-color: ${dark.line} !important; }
    .edge { border-color: ${dark.ink} !important; }
  }`

/** Marks a text that is not in the mail's own language, so that it is read aloud and shaped as what it is. */
const lang = (text: string) => raw(langOf(text) ? ` lang="${langOf(text)}"` : '')
const breaks = 'word-break:break-word'

/** The message as one HTML document, 600 px wide: tables and inline styles, which Outlook reads too. */
export async function asHtml(mail: Mail, sender: Sender): Promise<string> {
  const { first, rest } = paragraphsOf(mail)
  const document = await html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title${lang(mail.subject)}>${mail.subject}</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background:${paper}">
        <div style="display:none;max-height:0;overflow:hidden">${mail.preheader ?? first}</div>
        <table class="paper" ${raw(table)} bgcolor="${paper}" style="background:${paper}">
          <tr>
            <td align="center" style="padding:24px 12px">
              ${raw('<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->')}
              <table
                class="card"
                ${raw(table)}
                bgcolor="${card}"
                style="max-width:600px;border:1px solid ${ink};border-radius:3px;background:${card}"
              >
                ${letterhead(sender)}
                <tr>
                  <td class="pad" style="padding:28px 32px 8px">
                    <h1${lang(mail.subject)} class="ink" style="margin:0 0 16px;${font};font-size:24px;line-height:30px;color:${ink};${breaks}">
                      ${mail.subject}
                    </h1>
                    ${paragraph(first)} ${button(mail.action)} ${linesTable(mail)} ${detailsTable(mail.details)}
                    ${rest.map(paragraph)}
                  </td>
                </tr>
                ${footer(sender)}
              </table>
              ${raw('<!--[if mso]></td></tr></table><![endif]-->')}
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return document.toString()
}

const letterhead = ({ name }: Sender): Html =>
  html`<tr>
    <td class="pad edge" style="padding:18px 32px;border-bottom:1px solid ${ink}">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td
            width="28"
            height="28"
            align="center"
            bgcolor="${lime}"
            style="width:28px;height:28px;background:${lime};${font};font-size:17px;line-height:28px;font-weight:700;color:${ink}"
            aria-hidden="true"
          >
            ${name.slice(0, 1)}
          </td>
          <td
            class="ink"
            style="padding-left:12px;${font};font-size:19px;line-height:28px;font-weight:700;color:${ink}"
          >
            ${name}
          </td>
        </tr>
      </table>
    </td>
  </tr>`

const footer = ({ name, address }: Sender): Html =>
  html`<tr>
    <td class="pad line ink2" style="padding:16px 32px 20px;border-top:1px solid ${line};${small}">
      ${[name, ...address].join(', ')}
    </td>
  </tr>`

const small = `${font};font-size:14px;line-height:21px;color:${ink2}`
const body = `${font};font-size:16px;line-height:24px;color:${ink}`

/** A paragraph; what somebody wrote keeps its lines. */
const paragraph = (text: string): Html =>
  html`<p${lang(text)} class="ink" style="margin:0 0 20px;${body};${breaks}">${text
    .split('\n')
    .map((part, n) => html`${raw(n > 0 ? '<br />' : '')}${part}`)}</p>`

/** The button, and its address for readers who cannot press it. */
const button = (action: Mail['action']): Html =>
  action
    ? html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td bgcolor="${lime}" style="border-radius:3px;background:${lime};padding:14px 22px">
              <a
                href="${action.url}"
                style="${font};font-size:16px;line-height:20px;font-weight:700;color:${ink};text-decoration:none"
                >${action.label}</a
              >
            </td>
          </tr>
        </table>
        <p class="ink2" style="margin:12px 0 20px;${small};word-break:break-all">${action.url}</p>`
    : ''

/** A table of figures, with column headers for screen readers. */
const linesTable = ({ lines = [], total }: Mail): Html =>
  lines.length > 0 || total
    ? html`<table
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        style="margin:0 0 24px;border-collapse:collapse"
      >
        ${
          lines.length > 0
            ? html`<tr>
                ${head('Product')}${head('Quantity', 'right')}${head('Amount', 'right')}
              </tr>`
            : ''
        }
        ${lines.map(
          ({ name, note, quantity, amount }) =>
            html`<tr>
              <td class="line ink" style="padding:10px 0;border-bottom:1px solid ${line};${body};${breaks}">
                <span${lang(name)}>${name}</span>${note ? html`<br /><span${lang(note)} class="ink2" style="${small}">${note}</span>` : ''}
              </td>
              ${figure(formatQuantity(quantity))}${figure(amount)}
            </tr>`,
        )}
        ${
          total
            ? html`<tr>
                <td colspan="2" class="ink" style="padding:12px 0 0;${body};font-weight:700">${total.label}</td>
                <td align="right" class="ink" style="padding:12px 0 0 16px;${body};font-weight:700;white-space:nowrap">
                  ${total.amount}
                </td>
              </tr>`
            : ''
        }
      </table>`
    : ''

const head = (label: string, align: 'left' | 'right' = 'left'): Html =>
  html`<th
    scope="col"
    align="${align}"
    class="edge ink2"
    style="padding:0 0 6px ${align === 'right' ? '16px' : '0'};border-bottom:1px solid ${ink};text-align:${align};font-weight:400;${small}"
  >
    ${label}
  </th>`

const figure = (text: string): Html =>
  html`<td
    align="right"
    valign="top"
    class="line ink"
    style="padding:10px 0 10px 16px;border-bottom:1px solid ${line};${body};white-space:nowrap"
  >
    ${text}
  </td>`

const detailsTable = (details: Mail['details'] = []): Html =>
  details.length > 0
    ? html`<table
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        style="margin:0 0 24px;border-collapse:collapse"
      >
        ${details.map(
          ({ label, value }) =>
            html`<tr>
              <th${lang(label)}
                scope="row"
                align="left"
                valign="top"
                class="line ink2"
                style="width:35%;padding:8px 16px 8px 0;border-bottom:1px solid ${line};text-align:left;font-weight:400;${small};${breaks}"
              >
                ${label}
              </th>
              <td${lang(value)}
                valign="top"
                class="line ink"
                style="padding:8px 0;border-bottom:1px solid ${line};${body};${breaks}"
              >
                ${value}
              </td>
            </tr>`,
        )}
      </table>`
    : ''
