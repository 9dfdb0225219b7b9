import type { Invoice } from '@e-invoice-eu/core'
import { eInvoiceWords } from '#content/papers.ts'
import { renderPdf } from '#features/papers/pdf.ts'
import { describedSchema } from '#features/papers/metadata.ts'
import { Failure } from '#shared/errors.ts'
import { xmlText } from '#shared/text.ts'
import type { InvoiceDocument } from './document.ts'
import { dataOf } from './e-invoice/data.ts'
import { eInvoiceProblems } from './e-invoice/problems.ts'
import { invoicePaper } from './papers.ts'

/**
 * An invoice or a credit note as EN 16931 in UBL 2.1.
 * @throws Failure 'conflict' where `eInvoiceProblems` finds any.
 */
export const renderUbl = (invoice: InvoiceDocument): Promise<string> => renderXml(invoice, 'UBL')

/**
 * The PDF of an invoice or a credit note with the same data embedded as EN 16931: Factur-X 1.0 in its profile EN 16931,
 * which is also ZUGFeRD 2.
 * @throws Failure 'conflict' where `eInvoiceProblems` finds any.
 */
export async function renderFacturX(invoice: InvoiceDocument, made: Date): Promise<Uint8Array> {
  const content = await renderXml(invoice, 'CII')
  const file = { name: fileName, type: 'text/xml', description: eInvoiceWords.file, content }
  return renderPdf(invoicePaper(invoice), made, { file, metadata, schema })
}

/** Factur-X 1.0, 6.2: the name of the file in the PDF, and what the document's metadata says of it. */
const fileName = 'factur-x.xml'
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const metadata = `
  <rdf:Description rdf:about="" xmlns:fx="${namespace}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${fileName}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
`
const schema = describedSchema('Factur-X PDFA Extension Schema', namespace, 'fx', [
  { name: 'DocumentFileName', type: 'Text', description: 'Name of the embedded XML invoice file' },
  { name: 'DocumentType', type: 'Text', description: 'INVOICE' },
  { name: 'Version', type: 'Text', description: 'Version of the XML schema' },
  { name: 'ConformanceLevel', type: 'Text', description: 'Profile of the embedded data' },
])

/** For CII the library reads the number of a corrected invoice (BT-25) one level higher than its own type has it. */
function nameCorrected(data: Invoice): void {
  for (const reference of data['ubl:Invoice']['cac:BillingReference'] ?? [])
    Object.assign(reference, { 'cbc:ID': reference['cac:InvoiceDocumentReference']['cbc:ID'] })
}

/** The invoice with only texts that XML can hold: not all issued ones are, and the library only escapes markup. */
const inXmlTexts = (invoice: InvoiceDocument): InvoiceDocument =>
  JSON.parse(JSON.stringify(invoice), (_key, value: unknown) => (typeof value === 'string' ? xmlText(value) : value))

const log = () => undefined
const silent = { log, warn: log, error: log }

async function renderXml(invoice: InvoiceDocument, format: 'UBL' | 'CII'): Promise<string> {
  const [problem] = eInvoiceProblems(invoice)
  if (problem) throw new Failure('conflict', eInvoiceWords.problems[problem])
  // The library is large, so it is loaded only when an e-invoice is made.
  const { FormatFactoryService } = await import('@e-invoice-eu/core')
  const formatter = new FormatFactoryService().createFormatService(format, silent)
  const data = dataOf(inXmlTexts(invoice))
  if (format === 'CII') nameCorrected(data)
  const xml = await formatter.generate(data, { format, lang: 'en' })
  if (typeof xml !== 'string') throw new TypeError(`${format} was not generated as text`)
  return xml
}
