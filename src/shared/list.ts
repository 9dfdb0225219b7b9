import { z } from 'zod'
import { isStorable, unstorable } from './text.ts'

/** What every list takes besides its own filters and orders. Without a limit it is whole. */
export const listQuery = {
  q: z.string().trim().max(100).refine(isStorable, unstorable).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(500).optional(),
}

/** Where a page of a list starts, and how long it is. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

/** A page of a list; `total` counts the whole list, `nextCursor` is missing on the last page. */
export type Page<Item> = { items: Item[]; total: number; nextCursor: string | undefined }
