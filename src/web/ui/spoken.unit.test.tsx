import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Spoken } from './spoken.tsx'

test('no line breaks inside a product name such as "WX-850" in a sentence', () => {
  expect(renderToStaticMarkup(<Spoken>WX-850 Modular ATX</Spoken>)).toBe(
    '<bdi><span class="unbroken">WX-850</span> Modular ATX</bdi>',
  )
})
