import type { User, UserQuery } from '#features/accounts/schema.ts'
import { langOf } from '#shared/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'
import { SortHeader } from './sort-header.tsx'
import { rowIdOf, UserActions } from './user-actions.tsx'

type UserTableProps = { users: readonly User[]; ownId: string; shown: UserQuery }

/** The users with their actions. In narrow layouts, the e-mail moves below the name. */
export function UserTable({ users, ownId, shown }: UserTableProps) {
  return (
    <div className="admin-table">
      <Table caption="Users">
        <thead>
          <tr>
            <SortHeader up="name" down="-name" shown={shown}>
              Name
            </SortHeader>
            <SortHeader up="email" down="-email" shown={shown} className="wide">
              E-mail
            </SortHeader>
            <SortHeader up="role" down="-role" shown={shown} className="wide">
              Role
            </SortHeader>
            <SortHeader up="oldest" down="newest" shown={shown} className="wide">
              Since
            </SortHeader>
            <th scope="col">
              <span className="sr-only">Change the role or remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user._id} user={user} own={user._id === ownId} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function UserRow({ user, own }: { user: User; own: boolean }) {
  return (
    <tr id={rowIdOf(user._id)}>
      <td className="wrap-anywhere">
        {/* Without a limit, a name of eighty letters would squeeze the e-mail beside it, which has to stay whole to be read. */}
        <div className="@min-[47.5rem]:max-w-[12em]">
          <span className="display text-name" lang={langOf(user.name)}>
            {user.name}
          </span>
          {own && <span className="text-small text-ink-2"> (you)</span>}
        </div>
        <span className="narrow text-small text-ink-2">{user.email}</span>
        <span className="narrow pt-1 text-small">
          <Standing user={user} />
        </span>
      </td>
      <td className="wide wrap-anywhere text-ink-2">{user.email}</td>
      <td className="wide">
        <Standing user={user} />
      </td>
      <td className="wide whitespace-nowrap text-ink-2">{formatDate(user.createdAt)}</td>
      <td>
        <UserActions user={user} own={own} />
      </td>
    </tr>
  )
}

function Standing({ user: { role, removed } }: { user: User }) {
  if (removed) return <Badge tone="err">Removed</Badge>
  return role === 'admin' ? <Badge>Admin</Badge> : <span>User</span>
}
