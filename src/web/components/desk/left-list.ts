import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { attempt } from '#web/lib/storage.ts'
import type { Ids } from './choosing.ts'

/** The row an order was opened from: its order, and its place in the list. */
const Row = z.object({ id: z.string(), at: z.number() })
const Left = z.object({ owner: z.string(), chosen: z.array(z.string()), row: Row.optional() })
type Left = z.infer<typeof Left>

const stateNow = (): object => history.state ?? {}

/** What the list was left with. Kept with its history entry, so that going back finds it, and a new visit to the list does not. */
function leftBy(owner: string): Left {
  const { data } = Left.safeParse(Reflect.get(stateNow(), 'desk'))
  return data?.owner === owner ? data : { owner, chosen: [] }
}

// Browsers refuse more than so many changes in a short time.
const keep = (desk: Left) => attempt(() => history.replaceState({ ...stateNow(), desk }, ''))

/** The orders this account has chosen, on this page of the list and on others, kept while it opens an order and goes back. */
export function useChosen(owner: string): [chosen: Ids, choose: (chosen: Ids) => void] {
  const { key } = useLocation()
  const [chosen, choose] = useState<Ids>(() => new Set(leftBy(owner).chosen))
  useEffect(() => {
    const left = leftBy(owner)
    if (chosen.size > 0 || left.chosen.length > 0) keep({ ...left, chosen: [...chosen] })
    // Another page of the list is another history entry.
  }, [owner, chosen, key])
  return [chosen, choose]
}

/** Remembers from which row an order is being opened. */
export const leaveBy = (owner: string, row: z.infer<typeof Row>): unknown => keep({ ...leftBy(owner), row })

/** Moves the focus back to the row that an order was opened from, unless it is elsewhere by now. */
export function useRowBack(owner: string, ids: readonly string[]): void {
  const focusRow = useEffectEvent(() => {
    const { row, ...left } = leftBy(owner)
    if (!row) return
    keep(left)
    if (!document.activeElement?.matches('body, main h1')) return
    const at = ids.indexOf(row.id)
    // An order that has left the list: from the row before it, the next one is that which took its place.
    const links = document.querySelectorAll<HTMLElement>('[data-row]')
    links[at === -1 ? row.at - 1 : at]?.focus({ preventScroll: true })
  })
  // Only when the list appears: later the focus is the user's.
  useEffect(() => focusRow(), [])
}
