import { data } from 'react-router'
import type { z } from 'zod'
import type { Page } from '#shared/list.ts'

/** How many rows a page of an admin's table has. */
export const pageSize = 20

/** What the address of a list page asks for; a form sends also the fields that are empty. @throws 404 for an address that no list of ours has. */
export function requestedList<Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> {
  const asked = schema.safeParse(listQueryOf(Object.fromEntries(new URL(request.url).searchParams)))
  if (!asked.success) throw data(undefined, { status: 404 })
  return asked.data
}

type Shown = Record<string, string | number | undefined>

/** What is shown as the query of a call or an address: what is not asked for stays out. */
export function listQueryOf(shown: Shown): Record<string, string> {
  const asked = Object.entries(shown).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(asked.map(([key, value]) => [key, String(value)]))
}

/** The address of a list that shows this with some changes: from its start, unless they say from where. */
export function listAddress(shown: Shown, changes: Shown = {}): string {
  return `?${new URLSearchParams(listQueryOf({ ...shown, cursor: undefined, ...changes }))}`
}

const ofAnyList = new Set(['sort', 'cursor', 'limit'])

/** Whether some of a list stays out: it is no filter in which order it is shown, and from where. */
export const isNarrowed = (shown: Shown): boolean => Object.keys(listQueryOf(shown)).some((key) => !ofAnyList.has(key))

type ListResponse<Item> = { json(): Promise<Item[]>; headers: Headers }

/** A page of a list as a call answers it: its items, and from its headers how long the list is and where it goes on. */
export async function listPage<Item>(answer: ListResponse<Item>): Promise<Page<Item>> {
  return {
    items: await answer.json(),
    total: Number(answer.headers.get('X-Total-Count')),
    nextCursor: cursorIn(answer.headers.get('Link')),
  }
}

function cursorIn(link: string | null): string | undefined {
  const [, address] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('cursor') ?? undefined)
}

/** A list that the page shows when it comes: `AsyncList` tells of its failure, which the browser would report before. */
export function inBackground<Value>(list: Promise<Value>): Promise<Value> {
  list.catch(() => undefined)
  return list
}
