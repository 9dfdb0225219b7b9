import { isoTime } from '#shared/clock.ts'
import { wrongField } from '#shared/errors.ts'
import { decimalsOf, minor, priceProblem, stepOf, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { highestPrice, KeptSpecification, type NewTool, type Tool } from './schema.ts'
import type { DescribedTool, NewToolRow, SoldTool, ToolRow } from './store.ts'

/** A stored row as a tool on the wire: prices are ISO 4217 minor units in the row, major units on the wire. */
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

/** What a buyer needs of it. */
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

/** The columns that an editor fills in, which do not include the stock. */
export type ToolColumns = Required<Omit<NewToolRow, 'id' | 'createdAt'>>

/**
 * An editor's input as columns. It compiles only if every field of the schema has a column and every column a field.
 * @throws Failure 'unprocessable' for a price that the currency cannot represent.
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

/** A price in minor units. @throws Failure 'unprocessable' when the currency cannot represent it or it is too high. */
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
