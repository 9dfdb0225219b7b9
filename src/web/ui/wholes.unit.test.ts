import { expect, test } from 'vitest'
import { sampleCatalogue } from '#seed/catalogue.ts'
import { wholesIn } from './wholes.ts'

const wholesOf = (text: string) => wholesIn(text).flatMap(({ part, whole }) => (whole ? [part] : []))

test.each([
  ['GN-65 USB-C Charger', ['GN-65', 'USB-C']],
  ['Fully modular 850 W supply with a native 12V-2x6 lead.', ['850 W', '12V-2x6']],
  ['1 × 24-pin, 3 × CPU, 4 × PCIe, 1 × 12V-2x6', ['1 × 24-pin', '3 × CPU', '4 × PCIe', '1 × 12V-2x6']],
  ['150 × 86 × 160 mm', ['150 × 86', '160 mm']],
  ['ATX-3.1, 80 PLUS Gold, 91.4 % at 50 °C', ['ATX-3.1', '80 PLUS', '91.4 %', '50 °C']],
  ['1,000 W and 2.5 A at 12 V', ['1,000 W', '2.5 A', '12 V']],
  ['Part WW-PS-850M', ['WW-PS-850M']],
])('parts of %j are kept whole', (text, wholes) => {
  expect(wholesOf(text)).toEqual(wholes)
})

test.each(['a well-known, self-hosted site', 'in 2 hours, or 5 years', '12 Watts', 'ABC-DEF-GHI-JKL-MNO-PQR', ''])(
  'no part of %j is kept whole',
  (text) => {
    expect(wholesOf(text)).toEqual([])
  },
)

test('the parts together give the text', () => {
  for (const { name, description, specification } of sampleCatalogue) {
    for (const text of [name, description, ...specification.rows.map(({ value }) => value)]) {
      expect(
        wholesIn(text)
          .map(({ part }) => part)
          .join(''),
      ).toBe(text)
    }
  }
})
