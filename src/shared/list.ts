import { z } from 'zod'
import { isStorable, unstorable } from './text.ts'

/** Query parameters of every list. Without a limit the whole list is returned. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(500).optional(),
}

/** Query parameters of a searchable list, besides its own filters and sort orders. */
export const listQuery = {
  q: z.string().trim().max(100, { abort: true }).refine(isStorable, unstorable).optional(),
  ...pageQuery,
}

const isDay = (text: string): boolean => {
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A calendar day to filter lists by: 2026-11-22. */
export const Day = z
  .string()
  .max(10, { abort: true })
  .regex(/^(?!0000)\d{4}-\d\d-\d\d$/, { error: 'Give a day such as 2026-11-22', abort: true })
  .refine(isDay, 'There is no such day')

/** The most items of a list requested without a limit: no response grows without bound. */
export const mostListed = 1000

/** Where a page of a list starts, and how long it is. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

/** A page of a list; `total` counts the whole list, `nextCursor` is missing on the last page. */
export type Page<Item> = { items: Item[]; total: number; nextCursor: string | undefined }
