import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Where a call comes from. Only when a proxy stands in front is X-Forwarded-For believed, and of it only
 * the last entry, which that proxy wrote; everything before it is the client's own word.
 */
export function clientAddress(
  incoming: IncomingMessage | undefined,
  forwardedFor: string | undefined,
  behindProxy: boolean,
): string {
  const forwarded = behindProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return forwarded || incoming?.socket.remoteAddress || 'unknown'
}

/**
 * What limits count by: an address, but of IPv6 the network of its first 64 bits, in which a visitor may take any
 * address (RFC 4291, 2.5.4). IPv4 written as IPv6 (2.5.5.2) is the same visitor.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (mapped) return mapped
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const missing = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...missing, ...after].slice(0, 4).join(':')}::/64`
}
