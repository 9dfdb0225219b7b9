import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'

/** Waits for the message to `to` with that subject in the outbox of a shop without a mail server. @returns its link. */
export async function mailedLink(outbox: string, to: string, subject: string): Promise<string> {
  let link: string | undefined
  await expect.poll(() => (link = messages(outbox).find(isFor(to, subject))?.link), { timeout: 20_000 }).toBeTruthy()
  return link ?? ''
}

type Message = { head: string; link: string | undefined }

const isFor =
  (to: string, subject: string) =>
  ({ head }: Message): boolean =>
    head.includes(`To: ${to}`) && head.includes(`Subject: ${subject}`)

/** Newest first: the file names begin with the time. */
function messages(outbox: string): Message[] {
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  return names
    .toSorted()
    .toReversed()
    .map((name) => {
      // Quoted-printable (RFC 2045) breaks long lines with = and writes = itself as =3D.
      const source = readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
      return {
        head: source.slice(0, source.indexOf('\r\n\r\n')),
        link: /http:\/\/localhost:\d+\/[\w/-]+#token=[\w.-]+/.exec(source)?.[0],
      }
    })
}
