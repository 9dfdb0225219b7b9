import { z } from 'zod'
import { messages, tooLong } from '#content/messages.ts'
import { listQuery } from '#shared/list.ts'

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

/** A specification as it is kept, whatever that is: what the shop would not take is left out. */
export const KeptSpecification: z.ZodType<Specification> = z
  .object({ rows: fitting(Row, most.rows).catch([]), rails: fitting(Rail, most.rails).optional().catch(undefined) })
  .catch({ rows: [] })

/** Money is a number in major units; `toMinor` decides whether the currency can carry it. */
export const Price = z
  .number({ error: messages.priceInvalid })
  .positive(messages.priceInvalid)
  .max(999_999.99, messages.priceInvalid)

const picture = z
  .string({ error: messages.imgInvalid })
  .trim()
  .max(2000, { error: messages.imgInvalid, abort: true })
  .regex(/^(https:\/\/(?![^/?#]*@)[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/, messages.imgInvalid)
  .refine((address) => URL.canParse(address, 'https://shop.invalid'), messages.imgInvalid)

const count = z.number({ error: messages.wholeNumber }).int(messages.wholeNumber).max(10_000_000, messages.wholeNumber)

/** What POST /tool takes. */
export const NewTool = z.strictObject({
  name: z.string({ error: messages.nameRequired }).trim().min(1, messages.nameRequired).max(20, messages.nameTooLong),
  description: z
    .string({ error: messages.descriptionRequired })
    .trim()
    .min(1, messages.descriptionRequired)
    .max(2000, tooLong(2000)),
  price: Price,
  img: picture,
  category: Category.default('power-supplies'),
  part_number: z.string().trim().max(20, messages.nameTooLong).default(''),
  minimum_order_quantity: count.min(1, 'Must be 1 or more').default(1),
  available_quantity: count.min(0, 'Must be 0 or more').default(0),
  specification: Specification.default({ rows: [] }),
})
export type NewTool = z.infer<typeof NewTool>

/** What PATCH /tool/{id} takes: any field, and the version the editor has seen. */
export const ToolChange = z.strictObject({
  ...z
    .strictObject({
      name: NewTool.shape.name,
      description: NewTool.shape.description,
      price: NewTool.shape.price,
      img: NewTool.shape.img,
      category: Category,
      part_number: z.string().trim().max(20, messages.nameTooLong),
      minimum_order_quantity: count.min(1, 'Must be 1 or more'),
      available_quantity: count.min(0, 'Must be 0 or more'),
      specification: Specification,
    })
    .partial().shape,
  version: z.int32(),
})
export type ToolChange = z.infer<typeof ToolChange>

/** A tool on the wire. */
export const Tool = z.object({
  _id: z.uuid(),
  name: z.string(),
  img: z.string(),
  description: z.string(),
  minimum_order_quantity: z.number().int(),
  available_quantity: z.number().int(),
  price: z.number(),
  category: Category,
  part_number: z.string(),
  specification: Specification,
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type Tool = z.infer<typeof Tool>

export const pictureWidths = [320, 640, 1280] as const
export const pictureFormats = ['avif', 'webp'] as const
export const PictureFormat = z.enum(pictureFormats)
export type PictureFormat = z.infer<typeof PictureFormat>
export const mostPictureBytes = 8 * 1024 * 1024

/** Where an uploaded picture is. With another width or format in the address it is that file of the same picture. */
export const pictureAddress = (hash: string, width: number = 1280, format: PictureFormat = 'webp'): string =>
  `/pictures/${hash}-${width}.${format}`

/** What POST /picture answers: the address to give a tool as its `img`. */
export const UploadedPicture = z.object({ img: z.string() })
export type UploadedPicture = z.infer<typeof UploadedPicture>

export const toolSorts = ['newest', 'price', '-price', 'name', '-name', 'available', '-available', 'relevance'] as const
export type ToolSort = (typeof toolSorts)[number]
/** In major units, as a filter: it need not be a price that the currency can carry. */
const priceBound = () => z.coerce.number().min(0).max(999_999.99).optional()
/** Query of GET /tool: without any of it the whole list, newest first, and with words those that fit best first. */
export const ToolQuery = z.object({
  ...listQuery,
  category: Category.optional(),
  min_price: priceBound(),
  max_price: priceBound(),
  in_stock: z.enum(['true', 'false']).optional(),
  sort: z.enum(toolSorts).optional(),
})
export type ToolQuery = z.infer<typeof ToolQuery>
