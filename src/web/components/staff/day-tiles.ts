import type { StaffDay } from '#features/staff-day/schema.ts'
import { mostCounted } from '#features/staff-day/rules.ts'
import { formatCount } from '#web/ui/format.ts'

/** Something that may be waiting: how much of it, in words, and the list that shows it. */
export type DayTile = { label: string; figure: string; note: string; to: string; waits: boolean }

/** Counting stops at `mostCounted`: beyond that, it is only known that there are more. */
const figureOf = (count: number): string => (count > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count))

type Words = { label: string; to: string; waiting: string; calm: string }

function tile(count: number, { label, to, waiting, calm }: Words): DayTile {
  const waits = count > 0
  return { label, to, waits, figure: figureOf(count), note: waits ? waiting : calm }
}

/** What is waiting for staff, most urgent first. */
export function dayTiles(day: StaffDay): DayTile[] {
  const { toShip, packed, processing, overdue, quotes, quotesFrom, disagreements, lowStock, failedMails } = day
  return [
    tile(toShip, {
      label: 'To ship',
      to: '/dashboard/orders?toship=yes',
      waiting: packed > 0 ? `${figureOf(packed)} packed` : 'none packed yet',
      calm: 'Nothing waiting',
    }),
    tile(processing, {
      label: 'Payment processing',
      to: '/dashboard/orders?processing=yes',
      waiting: 'not final yet',
      calm: 'Nothing waiting',
    }),
    tile(overdue, {
      label: 'Overdue',
      to: '/dashboard/orders?overdue=yes',
      waiting: 'on account, not paid',
      calm: 'All paid in time',
    }),
    tile(quotes, {
      label: 'Quotes to answer',
      to: `/dashboard/quotes?answered=no&from=${quotesFrom}`,
      waiting: 'of the last 30 days',
      calm: 'All answered',
    }),
    tile(disagreements, {
      label: 'Payments to check',
      to: '/dashboard/payments',
      waiting: 'to look into',
      calm: 'Everything agrees',
    }),
    tile(lowStock, {
      label: 'Running low',
      to: '/managetools?low_stock=true',
      waiting: 'low or sold out',
      calm: 'All in stock',
    }),
    tile(failedMails, {
      label: 'Failed mail',
      to: '/dashboard/mails?state=failed',
      waiting: 'not delivered',
      calm: 'All delivered',
    }),
  ]
}
