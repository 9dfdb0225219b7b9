import { Link, Outlet, useLocation } from 'react-router'
import { site } from '#content/site.ts'
import { isAdmin, requireSession } from '#web/lib/guards.ts'
import { shortFooter } from '#web/lib/short-footer.ts'
import { useCurrentInMiddle } from '#web/lib/use-current-in-middle.ts'
import { useSessionGuard } from '#web/lib/use-session-guard.ts'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/layout'
import { isCurrent, menuFor } from './menu.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  // Without an answer the menu follows the token: each page and call still asks for itself.
  const admin = await isAdmin(user).catch(() => user.role === 'admin')
  return { user, admin }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <>
      <div className="page inset">
        <NeedsScript className="my-12">
          The dashboard needs JavaScript, which your browser does not run here.
        </NeedsScript>
      </div>
      <div className="noscript:hidden">
        <PageSpinner />
      </div>
    </>
  )
}

export const handle = shortFooter

export const meta = () => [{ title: `Dashboard · ${site.name}` }]

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { user, admin } = loaderData
  useSessionGuard(user)
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[264px_minmax(0,1fr)]">
      <div className="border-line max-lg:border-b lg:border-r">
        <div className="px-5 pt-10 pb-8 max-lg:hidden">
          <p className="display overflow-hidden text-name text-ellipsis">{user.name}</p>
          <p className="overflow-hidden text-small text-ellipsis text-ink-2">{admin ? 'Admin' : user.email}</p>
        </div>
        <SideMenu admin={admin} />
      </div>
      <div className="inset min-h-[640px] pt-10 pb-18 lg:pr-5 lg:pl-12">
        <Outlet />
      </div>
    </div>
  )
}

const link =
  'flex items-center gap-3 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:font-[540] aria-[current]:text-ink'
const asTab = 'max-lg:border-b-3 max-lg:border-transparent max-lg:px-4 max-lg:py-3.5'
const asRow = 'lg:mr-5 lg:ml-1.5 lg:border-l-3 lg:border-transparent lg:px-4 lg:py-2.5 lg:aria-[current]:bg-guide'

function SideMenu({ admin }: { admin: boolean }) {
  const { pathname } = useLocation()
  const strip = useCurrentInMiddle<HTMLElement>(pathname)
  return (
    <nav ref={strip} aria-label="Dashboard" className="overflow-x-auto max-lg:px-(--inset) lg:pb-10">
      <ul className="flex lg:grid">
        {menuFor(admin).map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              aria-current={isCurrent(item, pathname) ? 'page' : undefined}
              className={`${link} ${asTab} ${asRow}`}
            >
              <item.icon className="max-lg:hidden" size={19} strokeWidth={1.75} aria-hidden />
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
