import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, siteOf } from './client-address.ts'

const proxy = '10.0.0.1'
const visitor = '203.0.113.7'

describe('with one trusted proxy', () => {
  const seen = (forwardedFor: string | undefined) => clientAddress(proxy, forwardedFor, 1)

  it.each([
    // HAProxy, `option forwardfor`: a separate header after the client's; Node joins the two.
    ['HAProxy', `1.1.1.1, ${visitor}`, visitor],
    ['HAProxy, no header from the client', visitor, visitor],
    ['HAProxy, IPv6', '1.1.1.1, 2001:db8:1:2::7', '2001:db8:1:2::7'],
    // nginx, $proxy_add_x_forwarded_for: what came, a comma, $remote_addr.
    ['nginx', `unknown, ${visitor}`, visitor],
    ['nginx on a dual-stack socket', `::ffff:${visitor}`, visitor],
    ['nginx, $remote_addr:$remote_port', `${visitor}:51234`, visitor],
    ['nginx behind a Unix socket', 'unix:', proxy],
    // AWS ALB: appended; with client port preservation the port too.
    ['AWS', `9.9.9.9, ${visitor}`, visitor],
    ['AWS with the port', `9.9.9.9:1, ${visitor}:51234`, visitor],
    ['AWS, IPv6', '2001:DB8::21f:5bff:febf:ce22', '2001:db8::21f:5bff:febf:ce22'],
    ['AWS, IPv6 with the port', '[2001:db8:1:2::7]:51234', '2001:db8:1:2::7'],
    ['AWS, full IPv6 with a port and no brackets', '2001:db8:1:2:3:4:5:6:51234', '2001:db8:1:2:3:4:5:6'],
    // Cloudflare: appended to what the client sent.
    ['Cloudflare', `evil, 127.0.0.1, ${visitor}`, visitor],
    ['Cloudflare, IPv6', '2001:db8:1:2::7', '2001:db8:1:2::7'],
    ['brackets alone', '[2001:db8:1:2::7]', '2001:db8:1:2::7'],
    ['IPv4 in IPv6 with a port', `[::ffff:${visitor}]:80`, visitor],
    ['an IPv6 zone', 'fe80::1%eth0', 'fe80::1'],
    ['spaces', `  ${visitor}\t`, visitor],
  ])('%s: %j is %s', (_who, header, address) => expect(seen(header)).toBe(address))

  it.each([
    undefined,
    '',
    ',',
    'unknown',
    '_hidden',
    `for=${visitor}`,
    'for="[2001:db8::1]:4711"',
    `"${visitor}"`,
    `${visitor} ${visitor}`,
    '999.1.1.1',
    '[::1',
    '::1]',
    '[]',
    ':80',
    '%',
    `${visitor}, nobody`,
  ])('%j is no address, so the proxy itself is counted', (header) => expect(seen(header)).toBe(proxy))

  it('the entry of the proxy counts, whatever the client writes before it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())), (words) => {
        return seen([...words, visitor].join(', ')) === visitor
      }),
    )
  })

  it('an address has one spelling, with or without a port', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.nat(65_535), (address, port) => {
        const plain = seen(address)
        return plain === seen(`[${address}]:${port}`) && plain === seen(address.toUpperCase()) && plain === seen(plain)
      }),
    )
  })
})

it('the entry before the last counts with two trusted proxies', () => {
  expect(clientAddress(proxy, `1.1.1.1, ${visitor}, 10.0.0.2`, 2)).toBe(visitor)
  // A call that bypasses the outer proxy.
  expect(clientAddress(proxy, visitor, 2)).toBe(visitor)
})

it('the address of the connection counts without a proxy', () => {
  expect(clientAddress('::ffff:198.51.100.9', visitor, 0)).toBe('198.51.100.9')
  expect(clientAddress(undefined, visitor, 0)).toBe('unknown')
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
])('counts %s as %s, so that an IPv6 network is one visitor', (address, counted) => {
  expect(networkOf(address)).toBe(counted)
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:2::1', '2001:db8:2::/48'],
  ['203.0.113.7', undefined],
  ['unknown', undefined],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})

it('every address of an IPv6 network counts as one visitor', () => {
  const interfaceOf = fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(interfaceOf, interfaceOf, (one, other) => {
      const counted = (parts: number[]) =>
        networkOf(clientAddress(undefined, `2001:db8:1:2:${parts.map((n) => n.toString(16)).join(':')}`, 1))
      return counted(one) === counted(other)
    }),
  )
})
