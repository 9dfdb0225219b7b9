import type { eInvoiceWords } from '#content/papers.ts'
import { decimalsOf } from '#shared/money.ts'
import type { InvoiceDocument } from '../document.ts'
import { isTaxed } from './parties.ts'

type Problem = keyof typeof eInvoiceWords.problems

/** Currencies that a shop can have but the standard's code list lacks: all withdrawn, except STN, which the list calls STD. */
const unlisted = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'STN', 'ZWL'])

/**
 * What keeps an invoice from being an e-invoice by the rules of EN 16931, named above each problem; empty if nothing does.
 * The tax of a rate may differ from the tax on its sum by less than one unit of the currency (BR-CO-17 as the standard's
 * published checks have it): many lines that were rounded one by one can exceed that.
 */
export function eInvoiceProblems({ seller, buyer, taxes, currency }: InvoiceDocument): Problem[] {
  const unit = 10 ** decimalsOf(currency)
  const isFar = taxes.byRate.some(({ rate, net, tax }) => Math.abs((net * rate) / 10_000 - tax) >= unit)
  const found: [Problem, boolean][] = [
    // BR-11
    ['country', buyer.country === undefined],
    // BR-S-02, BR-Z-02
    ['taxNumber', isTaxed(taxes) && seller.taxId === null],
    // BR-CO-26
    ['sellerNumber', !isTaxed(taxes) && seller.taxId === null && seller.registration === null],
    ['rounding', isFar],
    // BR-CL-04
    ['currency', unlisted.has(currency.toUpperCase())],
  ]
  return found.filter(([, holds]) => holds).map(([problem]) => problem)
}
