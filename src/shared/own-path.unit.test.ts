import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test('a path of this site is resolved as a browser does', () => {
  expect(ownPath('/a/../tools?q=psu#top')?.pathname).toBe('/tools')
  expect(ownPath('/a/../tools?q=psu#top')?.search).toBe('?q=psu')
})

test.each([
  '',
  'tools',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://a.example',
])('%j is not a path of this site', (path) => {
  expect(ownPath(path)).toBeUndefined()
})
