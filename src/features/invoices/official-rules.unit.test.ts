import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenAssertions, readSchematron, type Schematron } from '#testing/schematron.ts'
import { eInvoiceProblems } from './e-invoice/problems.ts'
import { renderUbl } from './e-invoice.ts'
import { ciiOf, documents, sample, samples, seller, tampering, type Kind } from './testing.ts'

/** The published rules, which are in no package: docs/operations.md says where they come from. */
const folder = process.env.EN16931_RULES

/** Changes that our rules refuse although the published ones accept them: the shop's papers say less, or say it in one way only. */
const stricter = new Set([
  'BR-CL-03',
  'BR-CL-17',
  'BR-CL-18',
  'BR-S-01',
  'BR-DEC',
  'PEPPOL-EN16931-R120',
  'no part whose rules are not here',
])

test.skipIf(folder)('the official rules', ({ skip }) => {
  expect(folder).toBeUndefined()
  skip('EN16931_RULES names no folder of them: docs/operations.md')
})

describe.runIf(folder)('the official rules', () => {
  const read = (syntax: 'UBL' | 'CII'): Schematron =>
    readSchematron(join(folder ?? '', syntax.toLowerCase(), 'schematron', `EN16931-${syntax}-validation.sch`))
  const ubl = folder ? read('UBL') : undefined
  const cii = folder ? read('CII') : undefined
  const brokenIn = (rules: Schematron | undefined, xml: string) =>
    brokenAssertions(rules ?? { patterns: [], namespaces: new Map() }, xml)

  test('are present', () => {
    for (const rules of [ubl, cii]) expect(rules?.patterns.flat().length).toBeGreaterThan(50)
  })

  const german = { ...seller, country: 'DE', taxId: 'DE123456789' }
  const registered = { ...seller, taxId: null, registration: 'C-12345' }
  const others = [
    sample({}, { paidOn: '2026-11-24' }),
    sample({ prices: 'exclusive', rates: [1900] }, { seller: german }),
    sample({}, { seller: german }),
    sample({}, { seller: registered }),
    sample({}, { order: { number: 'WW-2026-000042', placedOn: '2026-11-20', purchaseOrderNumber: null } }),
  ]
  test.each([...samples.map((each) => sample(each)), ...others])(
    'accept sample %#, as UBL and in the PDF',
    async (invoice) => {
      expect(brokenIn(ubl, await renderUbl(invoice))).toEqual([])
      expect(brokenIn(cii, await ciiOf(invoice))).toEqual([])
    },
  )

  test('accept exactly the currencies that have an e-invoice', { timeout: 60_000 }, async () => {
    const inDollars = await renderUbl(documents.untaxed)
    for (const currency of Intl.supportedValuesOf('currency')) {
      const isRefused = eInvoiceProblems({ ...documents.untaxed, currency: currency.toLowerCase() }).includes(
        'currency',
      )
      const broken = brokenIn(ubl, inDollars.replaceAll('USD', currency))
      expect({ currency, isRefused: broken.includes('BR-CL-04') }).toEqual({ currency, isRefused })
    }
  })

  const known = Object.entries(tampering).filter(([rule]) => !stricter.has(rule))
  test.each(known)('are broken by the documents that break ours: %s', async (rule, [kind, change]) => {
    expect(brokenIn(ubl, change(await renderUbl(documents[kind])))).toContain(rule.split(', ')[0])
  })

  test.each([
    ['a total', 'GrandTotalAmount>', 'BR-CO-15', 'taxed'],
    ['a line', 'LineTotalAmount>', 'BR-CO-10', 'untaxed'],
    ['the tax of a rate', 'CalculatedAmount>', 'BR-CO-14', 'taxed'],
    ['the code of a category', 'CategoryCode>', 'BR-CL-18', 'zero'],
    ['a country', 'CountryID>', 'BR-CL-14', 'credit'],
  ] as [string, string, string, Kind][])('refuse a PDF with %s tampered with', async (_what, start, rule, kind) => {
    const xml = await ciiOf(documents[kind])
    const changed = xml.replace(start, `${start}9`)
    expect(changed).not.toBe(xml)
    expect(brokenIn(cii, changed)).toContain(rule)
  })
})
