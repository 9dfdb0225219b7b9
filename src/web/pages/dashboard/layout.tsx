import { NavLink, Outlet } from 'react-router'
import { site } from '#content/site.ts'
import { isAdmin, requireSession } from '#web/lib/guards.ts'
import { useSessionGuard } from '#web/lib/use-session-guard.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/layout'
import { menuFor } from './menu.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  // Without an answer the menu follows the token: each page and call still asks for itself.
  const admin = await isAdmin(user).catch(() => user.role === 'admin')
  return { user, admin }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

export const meta = () => [{ title: `Dashboard · ${site.name}` }]

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { user, admin } = loaderData
  useSessionGuard(user)
  return (
    <div className="page grid lg:grid-cols-[264px_1fr]">
      <div className="border-line max-lg:border-b lg:border-r">
        <div className="px-5 pt-10 pb-8 max-lg:hidden">
          <p className="display overflow-hidden text-name text-ellipsis">{user.name}</p>
          <p className="overflow-hidden text-small text-ellipsis text-ink-2">{user.email}</p>
        </div>
        <SideMenu admin={admin} />
      </div>
      <div className="inset min-h-[640px] min-w-0 py-10 lg:pr-5 lg:pl-12">
        <Outlet />
      </div>
    </div>
  )
}

const link = 'flex items-center gap-3 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:text-ink aria-[current]:border-ink'
const asTab = 'max-lg:border-b-3 max-lg:border-transparent max-lg:px-4 max-lg:py-3.5'
const asRow = 'lg:mr-5 lg:ml-1.5 lg:border-l-3 lg:border-transparent lg:px-4 lg:py-2.5 lg:aria-[current]:bg-guide lg:aria-[current]:font-[540]'

function SideMenu({ admin }: { admin: boolean }) {
  return (
    <nav aria-label="Dashboard" className="overflow-x-auto max-lg:px-1 lg:pb-10">
      <ul className="flex lg:grid">
        {menuFor(admin).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end className={`${link} ${asTab} ${asRow}`}>
              <Icon className="max-lg:hidden" size={19} strokeWidth={1.75} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
