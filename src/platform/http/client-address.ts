import ipaddr from 'ipaddr.js'

/**
 * Where a call comes from. Of X-Forwarded-For only what the trusted proxies wrote is believed: each adds, at the end,
 * the address it was called from, so with one proxy it is the last entry, with two the one before. All before that is
 * the client's own word. An entry that is no address counts as the proxy itself, so that no word is worth a new limit.
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

/** Taking an address apart is a twentieth of a call's work, and most calls come from where the last ones came from. */
function remembering<T>(read: (entry: string) => T): (entry: string) => T {
  const known = new Map<string, { answer: T }>()
  return (entry) => {
    const before = known.get(entry)
    if (before) return before.answer
    const answer = read(entry)
    // The entries are anybody's words.
    if (known.size >= 1_000) known.clear()
    if (entry.length < 100) known.set(entry, { answer })
    return answer
  }
}

/** An address in its one spelling; IPv4 as such also where IPv6 carries it (RFC 4291, 2.5.5.2). */
const addressIn = remembering((entry: string): string | undefined => {
  const text = withoutPort(entry.trim())
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  // A zone names an interface of the machine that wrote it (RFC 4007, 11).
  return address instanceof ipaddr.IPv6 ? new ipaddr.IPv6(address.parts).toString() : address.toString()
})

/** `203.0.113.7:443`, `[2001:db8::1]`, `[2001:db8::1]:443`; and without brackets, where the whole is no address. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(entry) ?? []
  if (bracketed !== undefined) return bracketed
  return ipaddr.isValid(entry) ? entry : entry.replace(/:\d{1,5}$/, '')
}

/**
 * What limits count by: an address, but of IPv6 the network of its first 64 bits, in which a visitor may take any
 * address (RFC 4291, 2.5.4).
 * @param address as `clientAddress` answers it.
 */
export const networkOf = remembering((address: string): string => {
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
})

/**
 * The 65,536 such networks that one customer may be given (RFC 6177): whoever has them is one visitor still.
 * @param address as `clientAddress` answers it.
 * @returns undefined for IPv4.
 */
export const siteOf = remembering((address: string): string | undefined => {
  if (!ipaddr.IPv6.isValid(address)) return undefined
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString()}/48`
})
