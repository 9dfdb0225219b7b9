import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The best of our encodings that the client takes (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  // mutant(logic → header): the text `undefined` names none of them
  const text = String(header ?? '')
  if (takes(text, 'br')) return 'br'
  return takes(text, 'gzip') ? 'gzip' : 'identity'
}

/** A quality of 0 means never; it is rare, so the exact check is made only when there may be one. */
function takes(header: string, name: string): boolean {
  if (!header.includes(name)) return false
  return !header.includes('q=0') || !new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(header)
}

/** At once, at a level that costs a fraction of a millisecond for a page. */
export function compressQuick(encoding: Encoding, body: Buffer): Buffer {
  // mutant(number, object: { level): a little smaller or larger
  if (encoding === 'br') return trimmed(brotliCompressSync(body, quality(4)))
  // mutant(number, object: { level): a little smaller or larger
  return encoding === 'gzip' ? trimmed(gzipSync(body, { level: 4 })) : body
}

/** As small as it gets, off the main thread: tens of milliseconds for a page. */
export async function compressBest(encoding: Encoding, body: Buffer): Promise<Buffer> {
  // mutant(number, object: { level): a little smaller or larger
  if (encoding === 'br') return trimmed(await brotli(body, quality(11)))
  // mutant(number, object: { level): a little smaller or larger
  return encoding === 'gzip' ? trimmed(await gzipped(body, { level: 9 })) : body
}

/** zlib returns a view of a 16 KB block, however little of it is used: a copy takes no more memory than it needs. */
const trimmed = (bytes: Buffer): Buffer => Buffer.from(bytes)
