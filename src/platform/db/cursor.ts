import { z } from 'zod'
import { Failure } from '#shared/errors.ts'
import { isStorable } from '#shared/text.ts'

const Position = z.object({ key: z.string().refine(isStorable), id: z.uuid() })
export type Position = z.infer<typeof Position>

/** The end of a page of a list as an opaque text, for keyset pagination. */
export const encodeCursor = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws Failure 'bad-request' for a text that `encodeCursor` did not make. */
export function decodeCursor(text: string): Position {
  try {
    return Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new Failure('bad-request', 'This cursor is not valid: start again without it.', { cause })
  }
}
