import { expect, test } from 'vitest'
import { cell } from './csv.ts'

test.each(['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])(
  'text starting with "%s" is not read as a formula',
  (sign) => {
    expect(cell(`${sign}1+1`)).toBe(`'${sign}1+1`)
    expect(cell(`1${sign}1`)).toBe(`1${sign}1`)
    // Where semicolons divide the cells, nor is what follows one, or a line break within quotation marks.
    expect(cell(`Plot 9;${sign}1+1;`)).toBe(`Plot 9;'${sign}1+1;`)
    expect(cell(`Plot 9\n${sign}1+1`)).toBe(`"Plot 9\n'${sign}1+1"`)
  },
)

test('a number stays a number, and special characters are quoted', () => {
  expect([cell(-5), cell(null), cell('12" fan, quiet'), cell('\r=1')]).toEqual([
    '-5',
    '',
    '"12"" fan, quiet"',
    '"\'\r\'=1"',
  ])
})
