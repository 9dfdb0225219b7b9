import { isoTime } from '#shared/clock.ts'
import { wrongField } from '#shared/errors.ts'
import { decimalsOf, minor, priceProblem, stepOf, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { highestPrice, KeptSpecification, type NewTool, type Tool } from './schema.ts'
import type { DescribedTool, NewToolRow, SoldTool, ToolRow } from './store.ts'

/** A tool on the wire as its row is stored: ISO 4217 minor units there, major units on the wire. */
export const toWire = (row: ToolRow, currency: string): Tool => ({
  ...describedToWire(row, currency),
  specification: KeptSpecification.parse(row.specification),
  version: row.version,
  createdAt: isoTime(row.createdAt),
})

/** The same without its data sheet, which no card shows. */
export const describedToWire = (row: DescribedTool, currency: string) => ({
  _id: row.id,
  ...soldToWire(row, currency),
  description: row.description,
})

/** What matters of it to who buys it. */
export const soldToWire = (row: SoldTool, currency: string) => ({
  name: row.name,
  img: row.img,
  minimum_order_quantity: row.minimumOrderQuantity,
  order_increment: row.orderIncrement,
  price_breaks: row.priceBreaks.map(({ from, price }) => ({ from, price: toMajor(price, currency) })),
  available_quantity: row.availableQuantity,
  price: toMajor(row.price, currency),
  category: row.category,
  part_number: row.partNumber,
})

/** The columns that an editor fills; the stock is not among them. */
export type ToolColumns = Required<Omit<NewToolRow, 'id' | 'createdAt'>>

/**
 * What an editor sent, as columns: each field of the schema has its column, and each column its field, or it does not compile.
 * @throws Failure 'unprocessable' for a price that the currency cannot carry.
 */
export function toColumns(input: NewTool, currency: string): ToolColumns
export function toColumns(input: Partial<NewTool>, currency: string): Partial<ToolColumns>
export function toColumns(input: Partial<NewTool>, currency: string): Partial<ToolColumns> {
  const {
    part_number,
    minimum_order_quantity,
    order_increment,
    price,
    price_breaks,
    available_quantity: _stock,
    ...same
  } = input
  const { name, description, category, img, specification, ...forgotten } = same
  forgotten satisfies Record<string, never>
  return {
    name,
    description,
    category,
    img,
    specification,
    partNumber: part_number,
    minimumOrderQuantity: minimum_order_quantity,
    orderIncrement: order_increment,
    price: price === undefined ? undefined : minorPrice(price, 'price', currency),
    priceBreaks: price_breaks?.map((each, n) => ({
      from: each.from,
      price: minorPrice(each.price, `price_breaks.${n}.price`, currency),
    })),
  } satisfies Record<keyof ToolColumns, unknown>
}

/** A price in minor units. @throws Failure 'unprocessable' for what the currency cannot carry. */
export function minorPrice(price: number, path: string, currency: string): Minor {
  const amount = toMinor(price, currency)
  if (!amount) throw wrongField(path, priceProblem(price, currency))
  if (amount > highestPrice) throw wrongField(path, `Must be ${mostIn(currency)} or less`)
  return amount
}

/** 999,999.99 in usd, 99,999,999 in jpy, 99,999.990 in kwd. */
const mostIn = (currency: string): string =>
  toMajor(minor(highestPrice - (highestPrice % stepOf(currency))), currency).toLocaleString('en-US', {
    minimumFractionDigits: decimalsOf(currency),
  })
