import { FormatFactoryService, InvoiceService } from '@e-invoice-eu/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxesByRate } from '#features/pricing/tax.ts'
import { minor } from '#shared/money.ts'
import { isXmlText } from '#shared/text.ts'
import { brokenRules } from '#testing/en16931-rules.ts'
import { termsOf } from '#testing/en16931-terms.ts'
import { schemaErrors } from '#testing/factur-x-schema.ts'
import { dataOf } from './e-invoice/data.ts'
import { eInvoiceProblems } from './e-invoice/problems.ts'
import { renderFacturX, renderUbl } from './e-invoice.ts'
import { ciiOf, made, sample, samples, seller, taxings } from './testing.ts'

const log = () => undefined
const silent = { log, warn: log, error: log }

describe.each(samples)('%j', (each) => {
  const invoice = sample(each)

  test('breaks no rule in UBL or in the PDF, which say the same', async () => {
    const { ids: _ids, written: _written, ...ubl } = termsOf(await renderUbl(invoice))
    const cii = termsOf(await ciiOf(invoice))
    expect(brokenRules(termsOf(await renderUbl(invoice)))).toEqual([])
    expect(brokenRules(cii)).toEqual([])
    const { numbers, taxes, lines, paid } = ubl
    expect({ numbers: cii.numbers, taxes: cii.taxes, lines: cii.lines, paid: cii.paid }).toEqual({
      numbers,
      taxes,
      lines,
      paid,
    })
  })
})

test.each([...taxings, { lines: 100, rates: [1500, 0] }, { kind: 'credit-note', rates: [700] } as const])(
  'the official schema of Factur-X accepts %j',
  async (each) => {
    expect(await schemaErrors(await ciiOf(sample(each)))).toEqual([])
  },
)

test('the official schema refuses an unknown element', async () => {
  const xml = await ciiOf(sample())
  expect(await schemaErrors(xml.replaceAll('ram:GrandTotalAmount', 'ram:GrandAmount'))).not.toEqual([])
})

test.each(['UBL', 'CII'])('the generated %s uses codes from the standard’s code lists', async (format) => {
  const service = new InvoiceService(silent)
  for (const taxing of [taxings[0], taxings[2]]) {
    const xml = await service.generate(dataOf(sample({ kind: 'credit-note', ...taxing })), { format, lang: 'en' })
    expect(xml).toContain('381')
  }
  expect(new FormatFactoryService().info(format).syntax).toBe(format)
})

test('no combination of prices and rates breaks a rule', async () => {
  const some = fc.record({
    currency: fc.constantFrom('usd', 'jpy', 'kwd'),
    lines: fc.integer({ min: 1, max: 12 }),
    prices: fc.constantFrom('inclusive' as const, 'exclusive' as const),
    rates: fc.array(fc.constantFrom(0, 500, 750, 1500, 1900, 2700), { minLength: 1, maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(some, async (each) => {
      expect(brokenRules(termsOf(await renderUbl(sample(each))))).toEqual([])
    }),
    { numRuns: 40 },
  )
})

describe('a tampered figure breaks a rule', () => {
  const invoice = sample({ prices: 'exclusive', rates: [1500, 500] })
  const { net, tax, gross } = invoice.taxes
  const written = (amount: number) => (amount / 100).toFixed(2)

  test.each([
    ['cbc:LineExtensionAmount', net, 'BR-CO-10'],
    ['cbc:TaxExclusiveAmount', net, 'BR-CO-13'],
    ['cbc:TaxAmount', tax, 'BR-CO-14'],
    ['cbc:TaxInclusiveAmount', gross, 'BR-CO-15'],
    ['cbc:PayableAmount', gross, 'BR-CO-16'],
  ])('in %s', async (element, amount, rule) => {
    const xml = await renderUbl(invoice)
    const start = `<${element} currencyID="USD">`
    const changed = xml.replace(`${start}${written(amount)}<`, `${start}${written(amount + 1)}<`)
    expect(changed).not.toBe(xml)
    expect(brokenRules(termsOf(changed))).toContain(rule)
  })

  test('in the total of the PDF', async () => {
    const xml = await ciiOf(invoice)
    const changed = xml.replace(`GrandTotalAmount>${written(gross)}<`, `GrandTotalAmount>${written(gross + 1)}<`)
    expect(brokenRules(termsOf(changed))).toContain('BR-CO-15')
  })

  test('in the rate of a line', async () => {
    const xml = await renderUbl(invoice)
    expect(brokenRules(termsOf(xml.replace('<cbc:Percent>15<', '<cbc:Percent>25<')))).toContain('BR-CO-17')
  })
})

test('a paid invoice has nothing left to pay', async () => {
  const invoice = sample({}, { paidOn: '2026-11-24' })
  const terms = termsOf(await renderUbl(invoice))
  expect(brokenRules(terms)).toEqual([])
  expect(terms).toMatchObject({ paid: invoice.taxes.gross, numbers: { due: 0 } })
})

test('an invoice after a credit keeps its amounts, and its terms name the credit note', async () => {
  const notes = [{ number: 'CN-000001', total: minor(10_000) }]
  const invoice = sample({}, { less: { notes, paid: minor(200) } })
  for (const xml of [await renderUbl(invoice), await ciiOf(invoice)]) {
    const terms = termsOf(xml)
    expect(brokenRules(terms)).toEqual([])
    expect(terms.numbers).toEqual(termsOf(await renderUbl(sample())).numbers)
    expect(xml).toContain('Less credit note CN-000001 −$100.00, payment received −$2.00\nPay by 2026-12-24')
  }
  const whole = sample({}, { less: { notes: [{ number: 'CN-000001', total: invoice.taxes.gross }], paid: minor(0) } })
  expect(await renderUbl(whole)).toContain('\nNothing is left to pay')
})

test('a VAT number needs its country prefix and is used only where tax is charged', async () => {
  const german = { ...seller, country: 'DE', taxId: 'DE123456789' }
  const taxed = termsOf(await renderUbl(sample({ prices: 'exclusive', rates: [1900] }, { seller: german })))
  expect(taxed).toMatchObject({ vatNumber: 'DE123456789', taxRegistration: '' })
  const untaxed = termsOf(await renderUbl(sample({}, { seller: german })))
  expect(untaxed).toMatchObject({ vatNumber: '', taxRegistration: 'DE123456789' })
  expect([...brokenRules(taxed), ...brokenRules(untaxed)]).toEqual([])
})

test('a seller without a tax number is identified by their registration', async () => {
  const registered = { ...seller, taxId: null, registration: 'C-12345' }
  const invoice = sample({}, { seller: registered })
  for (const xml of [await renderUbl(invoice), await ciiOf(invoice)]) {
    expect(xml).toContain('C-12345')
    expect(brokenRules(termsOf(xml))).toEqual([])
  }
})

test.each(['\u0001', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800'])(
  'texts containing %j are written to the XML without it',
  async (character) => {
    const typed = (text: string) => text.replaceAll(' ', character)
    const { buyer, order, lines, ...invoice } = sample({ kind: 'credit-note' })
    const issued = {
      ...invoice,
      buyer: { ...buyer, name: typed(buyer.name), address: typed(buyer.address) },
      order: { ...order, purchaseOrderNumber: typed('PO 9') },
      corrects: { number: 'INV-000101', issuedOn: '2026-11-01', reason: typed('Two broke') },
      lines: lines.map((line) => ({ ...line, productName: typed(line.productName) })),
    }
    const cii = await ciiOf(issued)
    expect(await schemaErrors(cii)).toEqual([])
    for (const xml of [cii, await renderUbl(issued)]) {
      expect(isXmlText(xml)).toBe(true)
      for (const text of ['PO 9', 'Two broke', 'Nordlicht Rechner', 'Hafen 12', 'WX-850 Modular']) {
        expect(xml).toContain(text)
      }
    }
  },
)

describe('an e-invoice is refused', () => {
  const cents = Array.from({ length: 300 }, () => ({
    productName: 'Screw',
    partNumber: 'S',
    quantity: 1,
    unitPrice: minor(5),
    total: minor(5),
    rate: 1000,
    tax: minor(1),
  }))
  const far = sample({}, { lines: cents, prices: 'exclusive', taxes: taxesByRate(cents, 'exclusive') })

  test.each([
    ['country', sample({}, { buyer: { name: 'A', email: 'a@b.example', address: 'C' } })],
    ['taxNumber', sample({ rates: [1500] }, { seller: { ...seller, taxId: null } })],
    ['sellerNumber', sample({}, { seller: { ...seller, taxId: null } })],
    ['rounding', far],
    ['currency', sample({ currency: 'stn' })],
  ] as const)('when its %s is wrong', async (problem, invoice) => {
    expect(eInvoiceProblems(invoice)).toEqual([problem])
    await expect(renderUbl(invoice)).rejects.toMatchObject({ kind: 'conflict' })
    await expect(renderFacturX(invoice, made)).rejects.toMatchObject({ kind: 'conflict' })
  })
})
