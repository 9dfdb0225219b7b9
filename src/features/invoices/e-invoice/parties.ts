import type { Invoice } from '@e-invoice-eu/core'
import type { Taxes } from '#features/pricing/tax.ts'
import type { InvoiceDocument } from '../document.ts'

type Body = Invoice['ubl:Invoice']
type Country =
  Body['cac:AccountingCustomerParty']['cac:Party']['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode']

/** Whether any tax is charged. */
export const isTaxed = ({ byRate }: Taxes): boolean => byRate.some(({ rate }) => rate > 0)

/** The seller (BG-4), with what identifies them for tax and otherwise. */
export function sellerOf({ seller, taxes }: InvoiceDocument): Body['cac:AccountingSupplierParty'] {
  const { name, address, country, taxId, registration, email, phone } = seller
  // A seller who charges no tax must not give a VAT number (BR-O-02), and a VAT number begins with its country (BR-CO-09).
  const scheme = isTaxed(taxes) && taxId && isVatNumber(taxId, country) ? 'VAT' : 'FC'
  return {
    'cac:Party': {
      'cbc:EndpointID': email,
      'cbc:EndpointID@schemeID': 'EM',
      'cac:PostalAddress': addressOf(address, country),
      ...(taxId && {
        'cac:PartyTaxScheme': [{ 'cbc:CompanyID': taxId, 'cac:TaxScheme': { 'cbc:ID': scheme } }],
      }),
      'cac:PartyLegalEntity': {
        'cbc:RegistrationName': name,
        // BR-CO-26: something has to identify the seller.
        ...((registration ?? taxId) && { 'cbc:CompanyID': registration ?? taxId ?? '' }),
      },
      'cac:Contact': { 'cbc:Name': name, 'cbc:Telephone': phone, 'cbc:ElectronicMail': email },
    },
  }
}

/** The buyer (BG-7). */
export function buyerOf({ buyer }: InvoiceDocument): Body['cac:AccountingCustomerParty'] {
  const { name, email, address, country = '' } = buyer
  return {
    'cac:Party': {
      'cbc:EndpointID': email,
      'cbc:EndpointID@schemeID': 'EM',
      'cac:PostalAddress': addressOf(linesOf(address), country),
      'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
      'cac:Contact': { 'cbc:Name': name, 'cbc:ElectronicMail': email },
    },
  }
}

/** The delivery address (BG-13). */
export function deliveryOf({ buyer: { address, country = '' } }: InvoiceDocument): Pick<Body, 'cac:Delivery'> {
  return { 'cac:Delivery': { 'cac:DeliveryLocation': { 'cac:Address': addressOf(linesOf(address), country) } } }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** An address is free text: its lines fill the standard's three address lines, and none of them is known to be the city. */
function addressOf(address: readonly string[], country: string) {
  const [first, second, ...others] = address
  return {
    ...(first && { 'cbc:StreetName': first }),
    ...(second && { 'cbc:AdditionalStreetName': second }),
    ...(others.length > 0 && { 'cac:AddressLine': { 'cbc:Line': others.join(', ') } }),
    'cac:Country': { 'cbc:IdentificationCode': country.toUpperCase() as Country },
  }
}

/** BR-CO-09: a VAT number begins with the country that gave it; Greece has EL, Northern Ireland XI. */
function isVatNumber(taxId: string, country: string): boolean {
  const prefixes: Record<string, string[]> = { GR: ['EL', 'GR'], GB: ['GB', 'XI'] }
  const own = country.toUpperCase()
  return (prefixes[own] ?? [own]).some((prefix) => taxId.toUpperCase().startsWith(prefix))
}
