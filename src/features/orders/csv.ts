import { site } from '#content/site.ts'
import { decimalsOf, toMajor, type Minor } from '#shared/money.ts'
import type { DeskRow } from './desk-store.ts'

const columns = [
  'Order',
  `Placed (${site.timeZone})`,
  'State',
  'Name',
  'E-mail',
  'Phone',
  'Address',
  'Purchase order',
  'Products',
  'Pieces',
  'Total',
  'Refunded',
  'Currency',
  `Paid (${site.timeZone})`,
] as const

/**
 * Spreadsheet programs run cells that begin like this as formulas (OWASP, CSV Injection); the wide forms are Japanese. In half of
 * Europe they divide a line at its semicolons and heed no quotation mark that comes later than those, so that a cell may also
 * begin after a semicolon, a tab or a line break within one of ours.
 */
const formula = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

/** A cell, quoted as RFC 4180 requires. */
export function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const plain = typeof value === 'string' ? text.replaceAll(formula, "'") : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const rowOf = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

/** The header row, after the byte order mark that tells spreadsheets it is UTF-8. */
export const csvHead = `\uFEFF${rowOf(columns)}`

type Line = { orderId: string; productName: string; quantity: number }

/** Spreadsheets read such a time as one: 2026-11-29 03:11:05, in the shop's own time zone, as the order list has it. */
const times = new Intl.DateTimeFormat('sv-SE', { timeZone: site.timeZone, dateStyle: 'short', timeStyle: 'medium' })
const money = (amount: Minor, currency: string): string => toMajor(amount, currency).toFixed(decimalsOf(currency))

/** One line for each order. Money in major units, with the decimals of its currency. */
export function csvRows(rows: readonly DeskRow[], lines: readonly Line[]): string {
  const products = Map.groupBy(lines, ({ orderId }) => orderId)
  return rows
    .map(({ order, quantity }) =>
      rowOf([
        order.number,
        times.format(order.createdAt),
        order.state,
        order.name,
        order.email,
        order.phone,
        order.address,
        order.purchaseOrderNumber,
        (products.get(order.id) ?? []).map((line) => `${line.quantity} × ${line.productName}`).join('; '),
        quantity,
        money(order.total, order.currency),
        money(order.refunded, order.currency),
        order.currency.toUpperCase(),
        order.paidAt && times.format(order.paidAt),
      ]),
    )
    .join('')
}
