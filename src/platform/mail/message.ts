import { html } from 'hono/html'
import { z } from 'zod'

/** A message as a feature words it, and as the queue keeps it. */
export const Mail = z.object({
  to: z.email(),
  subject: z.string(),
  /** Plain sentences, a paragraph each. */
  paragraphs: z.array(z.string()),
  /** The one thing to do, between the first paragraph and the rest. */
  action: z.object({ label: z.string(), url: z.url() }).optional(),
})
export type Mail = z.infer<typeof Mail>

/** Who writes: the name, and the lines of the postal address. */
export type Sender = { name: string; address: readonly string[] }

/** The look's colours as hex, which is all that mail programs read (LOOK.md, Colour). */
const colours = { paper: '#f6f6f3', card: '#fcfcfa', ink: '#1c1e21', ink2: '#4a4d51', line: '#d3d3ce', lime: '#c6f030' }

/** The message as plain text. */
export function asText({ paragraphs: [first = '', ...rest], action }: Mail, sender: Sender): string {
  const link = action ? [`${action.label}: ${action.url}`] : []
  return [first, ...link, ...rest, signatureOf(sender)].join('\n\n')
}

/** The message as one HTML document with its styles inline, since mail programs drop all others. */
export async function asHtml(
  { subject, paragraphs: [first = '', ...rest], action }: Mail,
  sender: Sender,
): Promise<string> {
  const { paper, card, ink, ink2, line, lime } = colours
  const paragraph = (text: string) => html`<p style="margin:0 0 20px">${text}</p>`
  const button = action
    ? html`<p style="margin:0 0 20px">
          <a
            href="${action.url}"
            style="display:inline-block;padding:14px 22px;border-radius:3px;background:${lime};color:${ink};font-weight:600;text-decoration:none"
            >${action.label}</a
          >
        </p>
        <p style="margin:0 0 20px;font-size:14px;color:${ink2};word-break:break-all">${action.url}</p>`
    : ''
  const document = await html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body
        style="margin:0;padding:32px 16px;background:${paper};color:${ink};font:16px/1.5 Arial,Helvetica,sans-serif"
      >
        <div
          style="max-width:560px;margin:0 auto;border:1px solid ${line};border-radius:3px;background:${card};padding:32px"
        >
          <p style="margin:0 0 24px;font-size:20px;font-weight:700">${sender.name}</p>
          ${paragraph(first)} ${button} ${rest.map(paragraph)}
          <p style="margin:0;padding-top:20px;border-top:1px solid ${line};font-size:14px;color:${ink2}">
            ${signatureOf(sender)}
          </p>
        </div>
      </body>
    </html>`
  return document.toString()
}

const signatureOf = ({ name, address }: Sender): string => `${name}, ${address.join(', ')}`
