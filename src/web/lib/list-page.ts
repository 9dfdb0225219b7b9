import { data, replace } from 'react-router'
import type { z } from 'zod'
import type { Page } from '#shared/list.ts'
import { notifyError } from '#web/ui/notify.ts'

/** Rows per page of an admin table. */
export const pageSize = 20

/**
 * The parsed query of a list page; empty fields, which forms send too, are ignored.
 * @throws a redirect to the list without what it does not know, so that its filters show what the address says.
 */
export function requestedList<Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> {
  const { pathname, searchParams } = new URL(request.url)
  const asked = schema.safeParse(listQueryOf(Object.fromEntries(searchParams)))
  if (asked.success) return asked.data
  const wrong = [...new Set(asked.error.issues.map(({ path }) => String(path[0])))].filter((name) =>
    searchParams.has(name),
  )
  if (wrong.length === 0) throw data(undefined, { status: 404 })
  for (const name of wrong) searchParams.delete(name)
  void notifyError(`This list does not know the ${wrong.join(' or ')} in the address, and is shown without.`)
  throw replace(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname)
}

type Shown = Record<string, string | number | undefined>

/** Query parameters for a call or a URL, without undefined and empty ones. */
export function listQueryOf(shown: Shown): Record<string, string> {
  const asked = Object.entries(shown).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(asked.map(([key, value]) => [key, String(value)]))
}

/** The URL of a list with some parameters changed: it starts at the first page unless the changes include a cursor. */
export function listAddress(shown: Shown, changes: Shown = {}): string {
  return `?${new URLSearchParams(listQueryOf({ ...shown, cursor: undefined, ...changes }))}`
}

const ofAnyList = new Set(['sort', 'cursor', 'limit'])

/** Whether a list is filtered: sort order, cursor and limit are not filters. */
export const isNarrowed = (shown: Shown): boolean => Object.keys(listQueryOf(shown)).some((key) => !ofAnyList.has(key))

type ListResponse<Item> = { json(): Promise<Item[]>; headers: Headers }

/** A page of a list from an API answer: the items, plus the total count and the next cursor from the headers. */
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

/** A list that the page shows once it arrives: `AsyncList` shows a failure, which the browser would report as unhandled first. */
export function inBackground<Value>(list: Promise<Value>): Promise<Value> {
  list.catch(() => undefined)
  return list
}
