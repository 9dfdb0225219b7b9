import { expect, it } from 'vitest'
import { clientAddress, networkOf } from './client-address.ts'

it('believes the last word of X-Forwarded-For behind a proxy, and none without', () => {
  expect(clientAddress(undefined, '1.1.1.1, 203.0.113.7', true)).toBe('203.0.113.7')
  expect(clientAddress(undefined, '203.0.113.7', false)).toBe('unknown')
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.7', '203.0.113.7'],
  ['no address', 'no address'],
])('counts %s as %s: a network of IPv6 is one visitor', (address, counted) => {
  expect(networkOf(address)).toBe(counted)
})
