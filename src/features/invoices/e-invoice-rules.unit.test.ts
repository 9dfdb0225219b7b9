import { expect, test } from 'vitest'
import { brokenRules, rules } from '#testing/en16931-rules.ts'
import { termsOf } from '#testing/en16931-terms.ts'
import type { InvoiceDocument } from './document.ts'
import { renderUbl } from './e-invoice.ts'
import { sample, seller } from './testing.ts'

type Kind = 'taxed' | 'zero' | 'untaxed' | 'credit' | 'vat number'

/** One document of each kind, of two lines. */
const documents: Record<Kind, InvoiceDocument> = {
  taxed: sample({ lines: 2, prices: 'exclusive', rates: [1500, 500] }),
  zero: sample({ lines: 2, prices: 'exclusive', rates: [1500, 0] }),
  untaxed: sample({ lines: 2 }),
  credit: sample({ kind: 'credit-note', lines: 2 }),
  'vat number': sample(
    { lines: 2, prices: 'exclusive', rates: [1900, 700] },
    { seller: { ...seller, country: 'DE', taxId: 'DE123456789' } },
  ),
}

/** Writes another text into the first element of that name. */
const put =
  (name: string, text: string, part = '') =>
  (xml: string) => {
    const at = part === '' ? 0 : xml.indexOf(`<cac:${part}>`)
    return xml.slice(0, at) + xml.slice(at).replace(new RegExp(`(<cbc:${name}(?: [^>]*)?>)[^<]*`), `$1${text}`)
  }
/** Leaves the first element of that name out, with all in it. */
const without =
  (name: string, part = '') =>
  (xml: string) => {
    const at = part === '' ? 0 : xml.indexOf(`<cac:${part}>`)
    return xml.slice(0, at) + xml.slice(at).replace(new RegExp(`<(${name})(?: [^>]*)?>.*?</\\1>`, 's'), '')
  }
const all = (from: RegExp, to: string) => (xml: string) => xml.replace(from, to)
const both =
  (...changes: ((xml: string) => string)[]) =>
  (xml: string) =>
    changes.reduce((changed, change) => change(changed), xml)

const [sellerParty, buyerParty] = ['AccountingSupplierParty', 'AccountingCustomerParty']
const lines = /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s
const group = 'TaxSubtotal'

/** Of each rule what breaks it, in a document of that kind. */
const tampering: Record<string, [Kind, (xml: string) => string]> = {
  'BR-01': ['untaxed', without('cbc:CustomizationID')],
  'BR-02': ['untaxed', without('cbc:ID')],
  'BR-03': ['untaxed', without('cbc:IssueDate')],
  'BR-04': ['untaxed', without('cbc:InvoiceTypeCode')],
  'BR-05': ['untaxed', without('cbc:DocumentCurrencyCode')],
  'BR-06': ['untaxed', without('cbc:RegistrationName', sellerParty)],
  'BR-07': ['untaxed', without('cbc:RegistrationName', buyerParty)],
  'BR-08': ['untaxed', without('cac:PostalAddress', sellerParty)],
  'BR-09': ['untaxed', without('cac:Country', sellerParty)],
  'BR-10': ['untaxed', without('cac:PostalAddress', buyerParty)],
  'BR-11': ['untaxed', without('cac:Country', buyerParty)],
  'BR-12': ['untaxed', without('cbc:LineExtensionAmount', 'LegalMonetaryTotal')],
  'BR-13': ['untaxed', without('cbc:TaxExclusiveAmount')],
  'BR-14': ['untaxed', without('cbc:TaxInclusiveAmount')],
  'BR-15': ['untaxed', without('cbc:PayableAmount')],
  'BR-16': ['untaxed', all(lines, '')],
  'BR-21': ['untaxed', without('cbc:ID', 'InvoiceLine')],
  'BR-22': ['untaxed', without('cbc:InvoicedQuantity')],
  'BR-23': ['untaxed', all(/(<cbc:InvoicedQuantity) unitCode="C62"/, '$1')],
  'BR-24': ['untaxed', without('cbc:LineExtensionAmount', 'InvoiceLine')],
  'BR-25': ['untaxed', without('cbc:Name', 'Item')],
  'BR-26': ['untaxed', without('cbc:PriceAmount')],
  'BR-27': ['untaxed', put('PriceAmount', '-1')],
  'BR-45': ['untaxed', without('cbc:TaxableAmount')],
  'BR-46': ['untaxed', without('cbc:TaxAmount', group)],
  'BR-47': ['untaxed', without('cbc:ID', 'TaxCategory')],
  'BR-48': ['taxed', without('cbc:Percent', group)],
  'BR-55': ['credit', without('cbc:ID', 'InvoiceDocumentReference')],
  'BR-57': ['untaxed', without('cac:Country', 'Delivery')],
  'BR-62, BR-63': ['untaxed', all(/(<cbc:EndpointID) schemeID="EM"/, '$1')],
  'BR-CO-04': ['untaxed', without('cbc:ID', 'ClassifiedTaxCategory')],
  'BR-CO-18': ['untaxed', all(/<cac:TaxSubtotal>.*<\/cac:TaxSubtotal>/s, '')],
  'BR-CO-25': ['untaxed', both(without('cac:PaymentTerms'), without('cbc:DueDate'))],
  'BR-CO-26': ['untaxed', without('cbc:CompanyID', 'PartyLegalEntity')],
  'BR-CO-10': ['taxed', put('LineExtensionAmount', '1.00', 'LegalMonetaryTotal')],
  'BR-CO-13': ['taxed', put('TaxExclusiveAmount', '1.00')],
  'BR-CO-14': ['taxed', put('TaxAmount', '1.00')],
  'BR-CO-15': ['taxed', put('TaxInclusiveAmount', '1.00')],
  'BR-CO-16': ['taxed', put('PayableAmount', '1.00')],
  'BR-CO-17': ['taxed', put('TaxAmount', '90000.00', group)],
  'BR-DEC': ['taxed', put('PriceAmount', '84.470')],
  'PEPPOL-EN16931-R120': ['taxed', put('InvoicedQuantity', '99')],
  'BR-CL-01': ['untaxed', put('InvoiceTypeCode', '999')],
  'BR-CL-03': ['untaxed', all(/currencyID="USD"/, 'currencyID="EUR"')],
  'BR-CL-04': ['untaxed', all(/USD/g, 'DOL')],
  'BR-CL-14': ['untaxed', put('IdentificationCode', 'XX', 'Delivery')],
  'BR-CL-17': ['untaxed', put('ID', 'E', 'TaxCategory')],
  'BR-CL-18': ['untaxed', put('ID', 'AE', 'ClassifiedTaxCategory')],
  'BR-CL-23': ['untaxed', all(/unitCode="C62"/, 'unitCode="piece"')],
  'BR-CL-25': ['untaxed', all(/schemeID="EM"/, 'schemeID="mail"')],
  'BR-CO-09': ['vat number', put('CompanyID', '123456789', 'PartyTaxScheme')],
  'BR-S-01': ['taxed', all(/<cac:TaxSubtotal>.*?<\/cac:TaxSubtotal>/s, '')],
  'BR-S-08': ['taxed', put('TaxableAmount', '1.00')],
  'BR-S-09': ['taxed', put('TaxAmount', '90000.00', group)],
  'BR-S-10': ['taxed', all(/(<\/cbc:Percent>)/, '$1<cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>')],
  'BR-Z-01': ['zero', all(/<cbc:ID>Z</, '<cbc:ID>S<')],
  'BR-Z-08': [
    'zero',
    all(/(<cbc:TaxableAmount[^>]*>)[^<]*(<\/cbc:TaxableAmount>\s*<cbc:TaxAmount[^>]*>0\.00)/, '$11.00$2'),
  ],
  'BR-Z-09': ['zero', all(/(<cbc:TaxAmount[^>]*>)0\.00/, '$11.00')],
  'BR-Z-10': [
    'zero',
    all(
      /(<cbc:ID>Z<\/cbc:ID>\s*<cbc:Percent>0<\/cbc:Percent>)/,
      '$1<cbc:TaxExemptionReason>N</cbc:TaxExemptionReason>',
    ),
  ],
  'BR-O-01': ['untaxed', put('ID', 'Z', 'TaxCategory')],
  'BR-O-08': ['untaxed', put('TaxableAmount', '1.00')],
  'BR-O-09': ['untaxed', put('TaxAmount', '1.00', group)],
  'BR-O-10': ['untaxed', without('cbc:TaxExemptionReason')],
  'BR-S-02, BR-Z-02': ['taxed', without('cac:PartyTaxScheme')],
  'BR-O-02': ['untaxed', put('ID', 'VAT', 'PartyTaxScheme')],
  'BR-S-05': ['taxed', put('Percent', '0', 'ClassifiedTaxCategory')],
  'BR-Z-05': ['zero', all(/(<cbc:ID>Z<\/cbc:ID>\s*<cbc:Percent>)0/g, '$15')],
  'BR-O-05': ['untaxed', all(/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>O<\/cbc:ID>)/, '$1<cbc:Percent>0</cbc:Percent>')],
  'BR-O-11': ['taxed', put('ID', 'O', 'TaxCategory')],
  'BR-O-12': ['untaxed', put('ID', 'Z', 'ClassifiedTaxCategory')],
  'no part whose rules are not here': ['untaxed', all(/(<cac:TaxTotal>)/, '<cac:AllowanceCharge/>$1')],
}

test('each rule is among those that are broken below', () => {
  expect(Object.keys(tampering).toSorted()).toEqual(Object.keys(rules).toSorted())
})

test.each(Object.keys(documents) as Kind[])('what is not tampered with breaks none: %s', async (kind) => {
  expect(brokenRules(termsOf(await renderUbl(documents[kind])))).toEqual([])
})

test.each(Object.entries(tampering))('%s', async (rule, [kind, change]) => {
  const xml = await renderUbl(documents[kind])
  const changed = change(xml)
  expect(changed).not.toBe(xml)
  expect(brokenRules(termsOf(changed))).toContain(rule)
})
