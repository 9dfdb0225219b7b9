import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenAssertions, readSchematron } from './schematron.ts'

const namespace = 'xmlns="http://purl.oclc.org/dsdl/schematron"'
const folder = mkdtempSync(join(tmpdir(), 'schematron-'))
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

write(
  'shape.sch',
  `<pattern ${namespace} abstract="true" id="shape">
    <rule context="$Gift "><assert id="gift" test="$gift"/></rule>
    <rule context="$Line"><assert id="price" test="$price"/><assert id="hint" flag="warning" test="false()"/></rule>
    <rule context="$Invoice"><assert id="total" test="$total"/><assert id="date" test="xs:date(@date) > xs:date('2020-01-01')"/></rule>
  </pattern>`,
)
write(
  'binding.sch',
  `<pattern ${namespace} is-a="shape" id="bound">
    <param name="Gift " value="i:line[@gift | @free]"/><param name="gift" value="i:price = 0"/>
    <param name="Line" value="i:line | i:extra"/><param name="price" value="xs:decimal(i:price) > 0"/>
    <param name="Invoice" value="/i:invoice"/>
    <param name="total" value="every $one in i:total satisfies xs:decimal($one) = sum(i:line/xs:decimal(i:price))"/>
  </pattern>`,
)
const schema = readSchematron(
  write(
    'main.sch',
    `<schema ${namespace}><ns prefix="i" uri="urn:invoice"/><include href="shape.sch"/><include href="binding.sch"/></schema>`,
  ),
)
const invoice = (lines: string, total: string, date = '2026-01-01') =>
  `<invoice xmlns="urn:invoice" date="${date}">${lines}<total>${total}</total></invoice>`
const line = (price: string, attributes = '') => `<line ${attributes}><price>${price}</price></line>`

test('accepts a valid invoice, to the cent', () => {
  expect(brokenAssertions(schema, invoice(line('84.47') + line('3221.64'), '3306.11'))).toEqual([])
})

test('names each broken rule once, and no warning', () => {
  expect(brokenAssertions(schema, invoice(line('0') + line('0'), '0.01'))).toEqual(['price', 'total'])
})

test('judges an element by the first rule that applies to it', () => {
  expect(brokenAssertions(schema, invoice(line('0', 'gift="yes"'), '0'))).toEqual([])
  expect(brokenAssertions(schema, invoice(line('1', 'free="yes"'), '1'))).toEqual(['gift'])
})

test('treats an assertion that cannot be evaluated as broken', () => {
  expect(brokenAssertions(schema, invoice(line('1'), '1', 'soon'))).toEqual(['date'])
})
