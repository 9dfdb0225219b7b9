import { convert } from 'xmlbuilder2'

/** A document's content in EN 16931 terms; amounts are hundredths. */
export type Terms = {
  numbers: Record<'lines' | 'net' | 'tax' | 'gross' | 'due', number>
  paid: number
  ids: Record<'specification' | 'number' | 'issued' | 'type' | 'currency' | 'seller' | 'buyer', string>
  /** The document types that its root element allows. */
  types: readonly string[]
  sellerCountry: string
  buyerCountry: string
  /** From the delivery address; undefined when there is none. */
  deliveryCountry: string | undefined
  addresses: Record<'seller' | 'buyer', boolean>
  endpoints: { address: string; scheme: string }[]
  /** The currency that each amount names. */
  currencies: string[]
  hasSellerId: boolean
  vatNumber: string
  taxRegistration: string
  terms: string
  /** Number of payment terms texts. */
  countOfTerms: number
  corrects: string
  taxes: { category: string; rate: string; net: number; tax: number; reason: string }[]
  lines: Line[]
  /** Every amount as written. */
  written: string[]
  /** Parts of the standard that none of the shop's documents has, so that their rules are left out here. */
  foreign: string[]
}
type Line = { id: string; name: string; unit: string; category: string; rate: string } & Record<
  'quantity' | 'net' | 'price' | 'base' | 'countOfCategories',
  number
>

/** The terms that the two syntaxes express differently. */
type Read = Omit<Terms, 'written' | 'currencies' | 'foreign'>
type Node = { [name: string]: unknown }

/** The elements at a path, whether each step holds one or several. */
function all(node: unknown, path: string): unknown[] {
  return path
    .split('/')
    .reduce<unknown[]>((nodes, name) => nodes.flatMap((each) => (each as Node | undefined)?.[name] ?? []), [node])
}

function text(node: unknown, path: string): string {
  const [found] = all(node, path)
  return String((found as Node | undefined)?.['#'] ?? found ?? '')
}

const endpointsOf = (root: unknown, paths: readonly string[], scheme: string) =>
  paths.flatMap((path) => all(root, path)).map((each) => ({ address: text(each, '#'), scheme: text(each, scheme) }))
const number = (node: unknown, path: string): number => Number(text(node, path) || Number.NaN)
const cents = (node: unknown, path: string): number => Math.round(number(node, path) * 100)

/** Payee, tax representative, allowances and charges, periods, payment means, attributes and the like, in UBL and CII. */
const foreignParts =
  `PayeeParty TaxRepresentativeParty AllowanceCharge InvoicePeriod PaymentMeans CardAccount AdditionalItemProperty
  CommodityClassification StandardItemIdentification AdditionalDocumentReference TaxCurrencyCode TaxPointDate
  PayableRoundingAmount AllowanceTotalAmount ChargeTotalAmount PayeeTradeParty SellerTaxRepresentativeTradeParty
  SpecifiedTradeAllowanceCharge AppliedTradeAllowanceCharge BillingSpecifiedPeriod
  SpecifiedTradeSettlementPaymentMeans ApplicableProductCharacteristic DesignatedProductClassification GlobalID
  AdditionalReferencedDocument TaxPointDateDateTime DueDateTypeCode RoundingAmount GrossPriceProductTradePrice`.split(
    /\s+/,
  )

/** Reads UBL or CII. */
export function termsOf(xml: string): Terms {
  const document = convert(xml, { format: 'object' }) as Node
  const cii = document['rsm:CrossIndustryInvoice']
  const written = [...xml.matchAll(/<[^>]*Amount[^>]*>([^<]*)</g)].map(([, amount = '']) => amount)
  const currencies = [...xml.matchAll(/currencyID="([^"]*)"/g)].map(([, code = '']) => code)
  const foreign = foreignParts.filter((name) => new RegExp(`<(cac|cbc|ram):${name}\\b`).test(xml))
  return {
    ...(cii
      ? ciiTerms(cii)
      : ublTerms(document['Invoice'] ?? document['CreditNote'], 'Invoice' in document ? '380' : '381')),
    written,
    currencies,
    foreign,
  }
}

function ublTerms(root: unknown, type: string): Read {
  const seller = 'cac:AccountingSupplierParty/cac:Party'
  const buyer = 'cac:AccountingCustomerParty/cac:Party'
  const sums = 'cac:LegalMonetaryTotal'
  const schemes = all(root, `${seller}/cac:PartyTaxScheme`)
  const schemeOf = (isVat: boolean) =>
    text(
      schemes.find((each) => (text(each, 'cac:TaxScheme/cbc:ID') === 'VAT') === isVat),
      'cbc:CompanyID',
    )
  return {
    ids: {
      specification: text(root, 'cbc:CustomizationID'),
      number: text(root, 'cbc:ID'),
      issued: text(root, 'cbc:IssueDate'),
      type: text(root, 'cbc:InvoiceTypeCode') || text(root, 'cbc:CreditNoteTypeCode'),
      currency: text(root, 'cbc:DocumentCurrencyCode'),
      seller: text(root, `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`),
      buyer: text(root, `${buyer}/cac:PartyLegalEntity/cbc:RegistrationName`),
    },
    numbers: {
      lines: cents(root, `${sums}/cbc:LineExtensionAmount`),
      net: cents(root, `${sums}/cbc:TaxExclusiveAmount`),
      tax: cents(root, 'cac:TaxTotal/cbc:TaxAmount'),
      gross: cents(root, `${sums}/cbc:TaxInclusiveAmount`),
      due: cents(root, `${sums}/cbc:PayableAmount`),
    },
    paid: cents(root, `${sums}/cbc:PrepaidAmount`) || 0,
    types: [type],
    sellerCountry: text(root, `${seller}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
    buyerCountry: text(root, `${buyer}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
    deliveryCountry: all(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address').map((each) =>
      text(each, 'cac:Country/cbc:IdentificationCode'),
    )[0],
    addresses: {
      seller: all(root, `${seller}/cac:PostalAddress`).length > 0,
      buyer: all(root, `${buyer}/cac:PostalAddress`).length > 0,
    },
    endpoints: endpointsOf(root, [`${seller}/cbc:EndpointID`, `${buyer}/cbc:EndpointID`], '@schemeID'),
    hasSellerId: Boolean(
      text(root, `${seller}/cac:PartyIdentification/cbc:ID`) ||
      text(root, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`) ||
      schemeOf(true),
    ),
    vatNumber: schemeOf(true),
    taxRegistration: schemeOf(false),
    terms: text(root, 'cac:PaymentTerms/cbc:Note') || text(root, 'cbc:DueDate'),
    countOfTerms: all(root, 'cac:PaymentTerms/cbc:Note').length,
    corrects: text(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
    taxes: all(root, 'cac:TaxTotal/cac:TaxSubtotal').map((each) => ({
      category: text(each, 'cac:TaxCategory/cbc:ID'),
      rate: text(each, 'cac:TaxCategory/cbc:Percent'),
      reason: text(each, 'cac:TaxCategory/cbc:TaxExemptionReason'),
      net: cents(each, 'cbc:TaxableAmount'),
      tax: cents(each, 'cbc:TaxAmount'),
    })),
    lines: [...all(root, 'cac:InvoiceLine'), ...all(root, 'cac:CreditNoteLine')].map((each) => {
      const counted = all(each, 'cbc:InvoicedQuantity')[0] ?? all(each, 'cbc:CreditedQuantity')[0]
      return {
        id: text(each, 'cbc:ID'),
        name: text(each, 'cac:Item/cbc:Name'),
        unit: text(counted, '@unitCode'),
        quantity: number(counted, '#'),
        net: cents(each, 'cbc:LineExtensionAmount'),
        price: cents(each, 'cac:Price/cbc:PriceAmount'),
        base: number(each, 'cac:Price/cbc:BaseQuantity'),
        countOfCategories: all(each, 'cac:Item/cac:ClassifiedTaxCategory').length,
        category: text(each, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
        rate: text(each, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
      }
    }),
  }
}

function ciiTerms(root: unknown): Read {
  const trade = 'rsm:SupplyChainTradeTransaction'
  const settlement = `${trade}/ram:ApplicableHeaderTradeSettlement`
  const seller = `${trade}/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty`
  const buyer = `${trade}/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty`
  const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
  const registrations = all(root, `${seller}/ram:SpecifiedTaxRegistration/ram:ID`)
  const registered = (scheme: string) =>
    text(
      registrations.find((each) => text(each, '@schemeID') === scheme),
      '#',
    )
  const terms = `${settlement}/ram:SpecifiedTradePaymentTerms`
  return {
    ids: {
      specification: text(root, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
      number: text(root, 'rsm:ExchangedDocument/ram:ID'),
      issued: text(root, 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString'),
      type: text(root, 'rsm:ExchangedDocument/ram:TypeCode'),
      currency: text(root, `${settlement}/ram:InvoiceCurrencyCode`),
      seller: text(root, `${seller}/ram:Name`),
      buyer: text(root, `${buyer}/ram:Name`),
    },
    numbers: {
      lines: cents(root, `${sums}/ram:LineTotalAmount`),
      net: cents(root, `${sums}/ram:TaxBasisTotalAmount`),
      tax: cents(root, `${sums}/ram:TaxTotalAmount`),
      gross: cents(root, `${sums}/ram:GrandTotalAmount`),
      due: cents(root, `${sums}/ram:DuePayableAmount`),
    },
    paid: cents(root, `${sums}/ram:TotalPrepaidAmount`) || 0,
    types: ['380', '381'],
    sellerCountry: text(root, `${seller}/ram:PostalTradeAddress/ram:CountryID`),
    buyerCountry: text(root, `${buyer}/ram:PostalTradeAddress/ram:CountryID`),
    deliveryCountry: all(
      root,
      `${trade}/ram:ApplicableHeaderTradeDelivery/ram:ShipToTradeParty/ram:PostalTradeAddress`,
    ).map((each) => text(each, 'ram:CountryID'))[0],
    addresses: {
      seller: all(root, `${seller}/ram:PostalTradeAddress`).length > 0,
      buyer: all(root, `${buyer}/ram:PostalTradeAddress`).length > 0,
    },
    endpoints: endpointsOf(
      root,
      [seller, buyer].map((party) => `${party}/ram:URIUniversalCommunication/ram:URIID`),
      '@schemeID',
    ),
    hasSellerId: Boolean(
      text(root, `${seller}/ram:ID`) ||
      text(root, `${seller}/ram:SpecifiedLegalOrganization/ram:ID`) ||
      registered('VA'),
    ),
    vatNumber: registered('VA'),
    taxRegistration: registered('FC'),
    terms: text(root, `${terms}/ram:Description`) || text(root, `${terms}/ram:DueDateDateTime/udt:DateTimeString`),
    countOfTerms: all(root, `${terms}/ram:Description`).length,
    corrects: text(root, `${settlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`),
    taxes: all(root, `${settlement}/ram:ApplicableTradeTax`).map((each) => ({
      category: text(each, 'ram:CategoryCode'),
      rate: text(each, 'ram:RateApplicablePercent'),
      reason: text(each, 'ram:ExemptionReason'),
      net: cents(each, 'ram:BasisAmount'),
      tax: cents(each, 'ram:CalculatedAmount'),
    })),
    lines: all(root, `${trade}/ram:IncludedSupplyChainTradeLineItem`).map((each) => {
      const price = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice'
      const own = 'ram:SpecifiedLineTradeSettlement'
      return {
        id: text(each, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
        name: text(each, 'ram:SpecifiedTradeProduct/ram:Name'),
        unit: text(each, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode'),
        quantity: number(each, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'),
        net: cents(each, `${own}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`),
        price: cents(each, `${price}/ram:ChargeAmount`),
        base: number(each, `${price}/ram:BasisQuantity`),
        countOfCategories: all(each, `${own}/ram:ApplicableTradeTax`).length,
        category: text(each, `${own}/ram:ApplicableTradeTax/ram:CategoryCode`),
        rate: text(each, `${own}/ram:ApplicableTradeTax/ram:RateApplicablePercent`),
      }
    }),
  }
}
