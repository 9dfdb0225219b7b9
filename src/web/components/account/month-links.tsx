import { useState } from 'react'
import { Link } from 'react-router'
import { site } from '#content/site.ts'
import type { Statement } from '#features/receivables/schema.ts'
import { dayOf } from '#shared/days.ts'
import { PaperButton } from '#web/components/orders/order-papers.tsx'
import { api } from '#web/lib/api.ts'
import { accountPath } from '#web/lib/account-path.ts'

const names = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The month `by` months after this one, or before it when negative. */
export function monthBeside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

type MonthLinksProps = { statement: Statement; staff: boolean; cursor: string | undefined }

/** The month of a statement, with links to the months beside it and to the PDF. */
export function MonthLinks({ statement: { month, email }, staff, cursor }: MonthLinksProps) {
  const [now] = useState(() => dayOf(new Date(), site.timeZone).slice(0, 7))
  const query = { email, month, ...(cursor && { cursor }) }
  const paper = {
    name: `statement-${month}.pdf`,
    label: 'Statement as PDF',
    fetch: () => api['statement.pdf'].$get({ query }),
  }
  const to = (by: number) => accountPath({ email: staff ? email : undefined, month: monthBeside(month, by) })
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 pt-14 pb-5">
      <h2 className="text-h3">{names.format(new Date(`${month}-01T00:00:00Z`))}</h2>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <nav aria-label="Month" className="flex gap-6 text-small">
          <Link to={to(-1)} className="text-link" preventScrollReset>
            Previous month
          </Link>
          {month < now && (
            <Link to={to(1)} className="text-link" preventScrollReset>
              Next month
            </Link>
          )}
        </nav>
        <PaperButton paper={paper} />
      </div>
    </div>
  )
}

/** A link to the month's entries that do not fit on the page; nothing when all of them do. */
export function MoreEntries({
  statement: { month, email, nextCursor },
  staff,
}: {
  statement: Statement
  staff: boolean
}) {
  if (!nextCursor) return null
  return (
    <p className="pt-4 text-small">
      <Link to={accountPath({ email: staff ? email : undefined, month, cursor: nextCursor })} className="text-link">
        More entries for this month
      </Link>
    </p>
  )
}
