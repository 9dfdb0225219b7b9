import ipaddr from 'ipaddr.js'

/**
 * The address a call comes from. Of X-Forwarded-For, only what the trusted proxies wrote is believed: each appends the
 * address it was called from, so with one proxy it is the last entry, with two the one before. Everything before that is
 * the client's own claim. An entry that is no address counts as the proxy itself, so that made-up text gets no new limit.
 * @param peer the address of the connection.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const written = trustedProxies > 0 ? (forwardedFor ?? '').split(',').slice(-trustedProxies) : []
  return addressIn(written[0] ?? '') ?? addressIn(peer ?? '') ?? 'unknown'
}

/** Parsing an address is a twentieth of a call's work, and most calls come from the same places as the last ones. */
function remembering<T>(read: (entry: string) => T): (entry: string) => T {
  const known = new Map<string, { answer: T }>()
  return (entry) => {
    const before = known.get(entry)
    if (before) return before.answer
    const answer = read(entry)
    // Anybody can write the entries, so the memory is bounded.
    if (known.size >= 1_000) known.clear()
    if (entry.length < 100) known.set(entry, { answer })
    return answer
  }
}

/** An address in canonical form; an IPv4-mapped IPv6 address as IPv4 (RFC 4291, 2.5.5.2). */
const addressIn = remembering((entry: string): string | undefined => {
  const text = withoutPort(entry.trim())
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  // A zone names an interface of the machine that wrote it (RFC 4007, 11).
  return address instanceof ipaddr.IPv6 ? new ipaddr.IPv6(address.parts).toString() : address.toString()
})

/** Strips a port: `203.0.113.7:443`, `[2001:db8::1]`, `[2001:db8::1]:443`; without brackets, if the whole is no address. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(entry) ?? []
  if (bracketed !== undefined) return bracketed
  return ipaddr.isValid(entry) ? entry : entry.replace(/:\d{1,5}$/, '')
}

/**
 * What limits count by: the address, or for IPv6 the network of its first 64 bits, in which a visitor may take any
 * address (RFC 4291, 2.5.4).
 * @param address as `clientAddress` returns it.
 */
export const networkOf = remembering((address: string): string => {
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
})

/**
 * The 65,536 such networks that one customer may be given (RFC 6177): whoever has them is still one visitor.
 * @param address as `clientAddress` returns it.
 * @returns undefined for IPv4.
 */
export const siteOf = remembering((address: string): string | undefined => {
  if (!ipaddr.IPv6.isValid(address)) return undefined
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString()}/48`
})
