import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asText } from './as-text.ts'
import type { Mail } from './message.ts'

const sender = { name: 'The Works', address: ['Plot 7', 'Dhaka'] }
const mail: Mail = { to: 'nusrat@example.com', subject: 'Subject', paragraphs: ['First <b>sentence</b>.', 'Second.'] }
const rule = '-'.repeat(72)

test('the link follows the first paragraph, and the sender comes last', () => {
  const text = asText({ ...mail, action: { label: 'Look', url: 'https://shop.example/look?a=1&b=2' } }, sender)
  expect(text).toBe(
    `First <b>sentence</b>.\n\nLook:\nhttps://shop.example/look?a=1&b=2\n\nSecond.\n\n${rule}\nThe Works\nPlot 7\nDhaka`,
  )
})

test('lines, total and details are set in columns, 72 characters wide', () => {
  const text = asText(
    {
      ...mail,
      lines: [
        { name: 'AF-120 case fan', note: 'WW-AF120', quantity: 1200, amount: '$8,280.00' },
        {
          name: 'WX-850 power supply with a name that is longer than one line has room for it',
          quantity: 10,
          amount: '$845.00',
        },
      ],
      total: { label: 'Total', amount: '$9,125.00' },
      details: [
        { label: 'Carrier', value: 'DHL' },
        {
          label: 'Tracking number',
          value: '1234 5678 and more words, so many that they go on in the next line below',
        },
      ],
    },
    sender,
  )
  expect(text.split('\n\n').slice(1, 3).join('\n\n')).toBe(
    `
AF-120 case fan                                         1,200  $8,280.00
WW-AF120
WX-850 power supply with a name that is longer than        10    $845.00
one line has room for it
${rule}
Total                                                          $9,125.00

Carrier          DHL
Tracking number  1234 5678 and more words, so many that they go on in
                 the next line below`.slice(1),
  )
})

test('a word longer than its column stands alone, with no empty line before it', () => {
  const word = 'x'.repeat(80)
  const text = asText({ ...mail, details: [{ label: 'Tracking number', value: `${word} and more` }] }, sender)
  expect(text).toContain(`Tracking number  ${word}\n                 and more`)
})

test('a total may stand alone, and Bangla is measured in visible characters', () => {
  const text = asText({ ...mail, total: { label: 'ফেরত', amount: '$5.00' } }, sender)
  const row = text.split('\n').find((line) => line.startsWith('ফেরত')) ?? ''
  expect([...new Intl.Segmenter('bn').segment(row)]).toHaveLength(72)
})

test('no line of ordinary words is longer than 72 characters', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 40 }).map((each) => each.join(' '))
  const line = fc.record({ name: words, note: words, quantity: fc.nat(1_000_000), amount: word })
  const details = fc.array(fc.record({ label: word, value: words }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(words), fc.array(line, { maxLength: 5 }), details, (paragraphs, lines, rows) => {
      const text = asText({ ...mail, paragraphs, lines, details: rows }, sender)
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(72)
    }),
  )
})
