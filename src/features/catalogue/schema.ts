import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { messages, tooLong } from '#content/messages.ts'
import { listQuery } from '#shared/list.ts'
import { mostPieces } from './rules.ts'

export const categories = ['power-supplies', 'adapters', 'cases', 'cooling'] as const
export const Category = z.enum(categories)
export type Category = z.infer<typeof Category>

export const categoryNames: Record<Category, string> = {
  'power-supplies': 'Power supplies',
  adapters: 'Adapters',
  cases: 'Cases',
  cooling: 'Cooling',
}

/** One rail of the DC output table on a supply's rating label. `power` spans the rails that share it. */
const rating = z.string().max(40, tooLong(40))
const Rail = z.object({ rail: rating, current: rating, power: rating })
const Row = z.object({ label: z.string().max(40, tooLong(40)), value: z.string().max(200, tooLong(200)) })
const most = { rows: 30, rails: 10 }
export const Specification = z.object({
  rows: z.array(Row).max(most.rows),
  rails: z.array(Rail).max(most.rails).optional(),
})
export type Specification = z.infer<typeof Specification>

const fitting = <T>(item: z.ZodType<T>, count: number) =>
  z
    .array(item.optional().catch(undefined))
    .transform((items) => items.filter((each) => each !== undefined).slice(0, count))

/** A stored specification, whatever its shape: entries that the shop would not accept are left out. */
export const KeptSpecification: z.ZodType<Specification> = z
  .object({ rows: fitting(Row, most.rows).catch([]), rails: fitting(Rail, most.rails).optional().catch(undefined) })
  .catch({ rows: [] })

/** The highest price of a piece, in minor units; without decimals these are the major units: ¥99,999,999. */
export const highestPrice = 99_999_999

/** Money is a number in major units; `minorPrice` checks that the currency can represent it. */
export const Price = z
  .number({ error: messages.priceInvalid })
  .positive(messages.priceInvalid)
  .max(highestPrice, 'That is too much')

const picture = z
  .string({ error: fieldMessages.imgInvalid })
  .trim()
  .max(2000, { error: fieldMessages.imgInvalid, abort: true })
  .regex(/^(https:\/\/(?![^/?#]*@)[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/, fieldMessages.imgInvalid)
  .refine((address) => URL.canParse(address, 'https://shop.invalid'), fieldMessages.imgInvalid)

const count = z
  .number({ error: fieldMessages.wholeNumber })
  .max(mostPieces, 'Must be 10,000,000 or less')
  .int(fieldMessages.wholeNumber)
const positive = count.min(1, 'Must be 1 or more')

/** Everything an editor fills in: the single list of a tool's fields, from which all other types derive. */
const fields = {
  name: z
    .string({ error: messages.nameRequired })
    .trim()
    .min(1, messages.nameRequired)
    .max(20, fieldMessages.nameTooLong),
  description: z
    .string({ error: fieldMessages.descriptionRequired })
    .trim()
    .min(1, fieldMessages.descriptionRequired)
    .max(2000, tooLong(2000)),
  price: Price,
  price_breaks: z.array(z.strictObject({ from: positive, price: Price })).max(20, 'Must be 20 price breaks or fewer'),
  minimum_order_quantity: positive,
  order_increment: positive.max(100_000, 'Must be 100,000 or less'),
  available_quantity: count.min(0, 'Must be 0 or more'),
  img: picture,
  category: Category,
  part_number: z.string().trim().max(20, fieldMessages.nameTooLong),
  specification: Specification,
}

/** Their names. */
export const toolFields = Object.keys(fields) as (keyof typeof fields)[]

/** The names people see. */
export const toolFieldNames: Record<keyof typeof fields, string> = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  price_breaks: 'Price breaks',
  minimum_order_quantity: 'Minimum order',
  order_increment: 'Order in steps of',
  available_quantity: 'Available',
  img: 'Picture address',
  category: 'Category',
  part_number: 'Part number',
  specification: 'Specification',
}

/** What POST /tool takes. */
export const NewTool = z.strictObject({
  ...fields,
  price_breaks: fields.price_breaks.default([]),
  minimum_order_quantity: fields.minimum_order_quantity.default(1),
  order_increment: fields.order_increment.default(1),
  available_quantity: fields.available_quantity.default(0),
  category: Category.default('power-supplies'),
  part_number: fields.part_number.default(''),
  specification: Specification.default({ rows: [] }),
})
export type NewTool = z.infer<typeof NewTool>

/**
 * What PATCH /tool/{id} takes: any field, with the version that the editor has seen. The stock needs no version: it is set
 * to a number or changed by one, whatever was sold meanwhile.
 */
export const ToolChange = z
  .strictObject({
    ...z.object(fields).partial().shape,
    stock_change: count.min(-mostPieces, 'Must be -10,000,000 or more').optional(),
    version: z.int32().optional(),
  })
  .refine(({ available_quantity, stock_change }) => available_quantity === undefined || stock_change === undefined, {
    path: ['stock_change'],
    error: 'Give the stock or the change in stock, not both',
  })
  .refine(
    ({ version, available_quantity: _to, stock_change: _by, ...words }) =>
      version !== undefined || Object.keys(words).length === 0,
    { path: ['version'], error: 'Give the version you are changing' },
  )
export type ToolChange = z.infer<typeof ToolChange>

const whole = z.number().int()

/** A tool on the wire. */
export const Tool = z.object({
  _id: z.uuid(),
  name: z.string(),
  img: z.string(),
  description: z.string(),
  minimum_order_quantity: whole,
  order_increment: whole,
  price_breaks: z.array(z.object({ from: whole, price: z.number() })),
  available_quantity: whole,
  price: z.number(),
  category: Category,
  part_number: z.string(),
  specification: Specification,
  version: whole,
  createdAt: z.iso.datetime(),
} satisfies Record<keyof typeof fields | '_id' | 'version' | 'createdAt', z.ZodType>)
export type Tool = z.infer<typeof Tool>

export const pictureWidths = [320, 640, 1280] as const
export const pictureFormats = ['avif', 'webp'] as const
export const PictureFormat = z.enum(pictureFormats)
export type PictureFormat = z.infer<typeof PictureFormat>
export const mostPictureBytes = 8 * 1024 * 1024

/** The address of an uploaded picture. Another width or format gives that file of the same picture. */
export const pictureAddress = (hash: string, width: number = 1280, format: PictureFormat = 'webp'): string =>
  `/pictures/${hash}-${width}.${format}`

/** What POST /picture answers: the address to store as a tool's `img`. */
export const UploadedPicture = z.object({ img: z.string() })
export type UploadedPicture = z.infer<typeof UploadedPicture>

export const toolSorts = ['newest', 'price', '-price', 'name', '-name', 'available', '-available', 'relevance'] as const
export type ToolSort = (typeof toolSorts)[number]
/** An empty bound is refused like any other empty filter: as a number it would be 0, which no product costs. */
const nothingIsNoNumber = (bound: unknown) => (typeof bound === 'string' && bound.trim() === '' ? Number.NaN : bound)
/** A filter in major units: it need not be a price that the currency can represent. */
const priceBound = () =>
  z.preprocess(nothingIsNoNumber, z.coerce.number('Give a price such as 49.99').min(0).max(highestPrice)).optional()
/** Query of GET /tool: without parameters the whole list, newest first; with words, best match first. */
export const ToolQuery = z.object({
  ...listQuery,
  category: Category.optional(),
  min_price: priceBound(),
  max_price: priceBound(),
  in_stock: z.enum(['true', 'false']).optional(),
  low_stock: z.literal('true').optional(),
  sort: z.enum(toolSorts).optional(),
})
export type ToolQuery = z.infer<typeof ToolQuery>
