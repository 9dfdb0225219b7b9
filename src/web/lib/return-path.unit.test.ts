import fc from 'fast-check'
import { expect, test } from 'vitest'
import { googleGoals, loginPath, pageWanted, returnPath, signInPath } from './return-path.ts'

test.each(['/tools', '/tool/019c?x=1&y=%2F', '/dashboard/payment/1#card', '/'])('goes back to %s', (path) => {
  expect(returnPath(path)).toBe(path)
})

test.each([
  null,
  '',
  'tools',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login',
  '/signup?from=/tools',
])('does not go to %s', (path) => {
  expect(returnPath(path, '/otherwise')).toBe('/otherwise')
})

test('stays on the site, whatever it is given', () => {
  const parts = fc.array(
    fc.constantFrom('/', '\\', '.', '..', '\t', '\n', '@', ':', '?', '#', '%2f', 'evil.example', 'http:'),
  )
  // Anything without a leading slash is refused at once.
  const hostile = fc.oneof(
    parts,
    ...['/', '//', '/\\', '/.', '/a/../'].map((start) => parts.map((rest) => [start, ...rest])),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((each) => each.join('')),
        fc.string(),
      ),
      (from) => {
        const origin = 'https://shop.example'
        expect(new URL(returnPath(from), origin).origin).toBe(origin)
      },
    ),
    { numRuns: 2000 },
  )
})

test('login and signup link to each other, and keep the remembered page', () => {
  const from = '/tool/1?a=b&c=d'
  const { searchParams } = new URL(signInPath('/signup', from), 'https://shop.example')
  expect(returnPath(searchParams.get('from'), '/tools')).toBe(from)
  expect(signInPath('/signup', null)).toBe('/signup')
})

test.each(['/login', '/signup'] as const)('%s takes the wanted page to Google and back', (page) => {
  const from = '/tool/1?a=b&c=d'
  for (const goal of Object.values(googleGoals(page, from))) {
    const { pathname, searchParams } = new URL(goal, 'https://shop.example')
    expect(pathname).toBe(page)
    expect(returnPath(searchParams.get('from'))).toBe(from)
  }
  expect(googleGoals(page, from).success).toContain('&via=google')
  expect(googleGoals(page, null)).toEqual({ success: `${page}?via=google`, failure: page })
})

test('the login page remembers path and query, and leads back to them', () => {
  const at = { pathname: '/tool/1', search: '?a=b&c=d' }
  const { searchParams } = new URL(loginPath(at), 'https://shop.example')
  expect(returnPath(searchParams.get('from'))).toBe('/tool/1?a=b&c=d')
  expect(loginPath({ pathname: '/', search: '' })).toBe('/login')
})

test('an order to be repeated is found again after the login', () => {
  const wanted = new URL('https://shop.example/tool/1')
  const here = { pathname: '/tool/1', search: '', hash: '#again=42' }
  const { searchParams } = new URL(loginPath(pageWanted(wanted, here)), 'https://shop.example')
  expect(returnPath(searchParams.get('from'))).toBe('/tool/1#again=42')
})

test('the fragment of another page, or one that may be a secret, is dropped', () => {
  const wanted = new URL('https://shop.example/tool/1')
  const here = { pathname: '/tool/1', search: '', hash: '#again=42' }
  expect(pageWanted(wanted, { ...here, pathname: '/tool/2' }).hash).toBe('')
  expect(pageWanted(wanted, { ...here, hash: '#token=secret' }).hash).toBe('')
})
