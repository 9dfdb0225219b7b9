import type { IncomingMessage } from 'node:http'

/**
 * The address that limits count by. Only when a proxy stands in front is X-Forwarded-For believed, and of it only
 * the last entry, which that proxy wrote; everything before it is the client's own word.
 */
export function clientAddress(incoming: IncomingMessage | undefined, forwardedFor: string | undefined, behindProxy: boolean): string {
  const forwarded = behindProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return forwarded || incoming?.socket.remoteAddress || 'unknown'
}
