import { site } from '#content/site.ts'
import { UserQuery, type User } from '#features/accounts/schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import { SearchForm } from '#web/components/admin/search-form.tsx'
import { UserTable } from '#web/components/admin/user-table.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/users'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id } = await requireAdmin(request)
  const shown = requestedList(UserQuery, request)
  return { ownId: id, shown, page: inBackground(usersOf(shown)) }
}

async function usersOf(shown: UserQuery): Promise<Page<User>> {
  return listPage(await api.user.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Make Admin · ${site.name}` }]

/** The users, and which of them are admins: /dashboard/users, and /makeadmin. */
export default function UsersPage({ loaderData: { ownId, shown, page } }: Route.ComponentProps) {
  return (
    <>
      <AdminHeading title="Make Admin" />
      <SearchForm label="Search by name or e-mail" placeholder="Name or e-mail" words={shown.q} sort={shown.sort} />
      <AsyncList promise={page} what="users">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <Empty />
          ) : (
            <>
              <UserTable users={loaded.items} ownId={ownId} shown={shown} />
              <Pager page={loaded} shown={shown} what="user" />
            </>
          )
        }
      </AsyncList>
    </>
  )
}

/** Only a search can come up empty: the viewer is a user too. */
function Empty() {
  return (
    <EmptyState
      title="No matching users"
      action={
        <ButtonLink to="." variant="outline">
          Show all users
        </ButtonLink>
      }
    >
      Try part of the name, or just the e-mail.
    </EmptyState>
  )
}
