import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test('a path of this site is what a browser makes of it', () => {
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
])('%j is none', (path) => {
  expect(ownPath(path)).toBeUndefined()
})
