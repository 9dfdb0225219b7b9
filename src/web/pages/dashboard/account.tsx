import type { z } from 'zod'
import { site } from '#content/site.ts'
import { StatementQuery, type Statement } from '#features/receivables/schema.ts'
import { AccountFigures } from '#web/components/account/account-figures.tsx'
import { AccountStaff } from '#web/components/account/account-staff.tsx'
import { MonthLinks, MoreEntries } from '#web/components/account/month-links.tsx'
import { OpenOrders } from '#web/components/account/open-orders.tsx'
import { StatementTable } from '#web/components/account/statement-table.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin, requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import type { Route } from './+types/account'

const Shown = StatementQuery.omit({ limit: true })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = Shown.partial().safeParse(Object.fromEntries(new URL(request.url).searchParams)).data ?? {}
  const user = asked.email ? await requireAdmin(request) : await requireSession(request)
  return {
    staff: asked.email !== undefined,
    cursor: asked.cursor,
    statement: inBackground(statementOf({ ...asked, email: asked.email ?? user.email })),
  }
}

const statementOf = async (query: z.infer<typeof Shown>): Promise<Statement> =>
  (await api.statement.$get({ query })).json()

export const meta = () => [{ title: `Account · ${site.name}` }]

/** The state of an account: the user's own, or for staff anyone's. */
export default function AccountPage({ loaderData: { staff, cursor, statement } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-h1-quiet">Account</h1>
      <AsyncList promise={statement} what="statement">
        {(loaded) => <Account statement={loaded} staff={staff} cursor={cursor} />}
      </AsyncList>
    </>
  )
}

type AccountProps = { statement: Statement; staff: boolean; cursor: string | undefined }

function Account({ statement, staff, cursor }: AccountProps) {
  return (
    <>
      {staff && (
        <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
          <p>
            <Spoken>{statement.name}</Spoken> <span className="block text-ink-2">{statement.email}</span>
          </p>
          <AccountStaff key={statement.email} statement={statement} />
        </div>
      )}
      <AccountFigures statement={statement} />
      {!staff && !statement.terms && (
        <p className="max-w-[34em] pt-6 text-ink-2">
          You pay by card. To buy on account, with an invoice to be paid later, write to {site.email}.
        </p>
      )}
      <h2 className="pt-14 pb-5 text-h3">Open orders</h2>
      <OpenOrders statement={statement} />
      <MonthLinks statement={statement} staff={staff} cursor={cursor} />
      <StatementTable statement={statement} />
      <MoreEntries statement={statement} staff={staff} />
    </>
  )
}
