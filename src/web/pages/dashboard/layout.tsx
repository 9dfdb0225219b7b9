import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { site } from '#content/site.ts'
import { langOf } from '#shared/language.ts'
import { FactorNotice } from '#web/components/factors/factor-notice.tsx'
import { requireSession, standingOf } from '#web/lib/guards.ts'
import { shortFooter } from '#web/lib/short-footer.ts'
import { useCurrentInMiddle } from '#web/lib/use-current-in-middle.ts'
import { useSessionGuard } from '#web/lib/use-session-guard.ts'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/layout'
import { isCurrent, menuFor } from './menu.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  // Without an answer, the menu follows the token: each page and call still checks for itself.
  const standing = await standingOf(user).catch(() => ({ staff: user.role === 'admin', lacksFactor: false }))
  return { user, admin: standing.staff, lacksFactor: standing.lacksFactor }
}
clientLoader.hydrate = true as const

/** Only the frame, so that the page appears where it is expected. */
export function HydrateFallback() {
  return (
    <Frame menu={<MenuToCome />}>
      <NeedsScript>The dashboard needs JavaScript, which is turned off in this browser.</NeedsScript>
      <div className="noscript:hidden">
        <Spinner />
      </div>
    </Frame>
  )
}

export const handle = shortFooter

export const meta = () => [{ title: `Dashboard · ${site.name}` }]

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { user, admin, lacksFactor } = loaderData
  useSessionGuard(user)
  return (
    <Frame
      menu={
        <>
          <div className="px-5 pt-10 pb-8 max-lg:hidden">
            <p className="display overflow-hidden text-name text-ellipsis" lang={langOf(user.name)}>
              {user.name}
            </p>
            <p className="overflow-hidden text-small text-ellipsis text-ink-2">{admin ? 'Admin' : user.email}</p>
          </div>
          <SideMenu admin={admin} />
        </>
      }
    >
      {lacksFactor && <FactorNotice />}
      {/* What one account typed must not carry over to the next. */}
      <Outlet key={user.id} />
    </Frame>
  )
}

/** The page with the menu at its left, or above it in narrow layouts. */
function Frame({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] max-lg:grid-rows-[auto_1fr] lg:grid-cols-[264px_minmax(0,1fr)] print:block print:w-full">
      <div className="border-line max-lg:border-b lg:border-r print:hidden">{menu}</div>
      <div className="inset min-h-[640px] pt-10 pb-18 lg:pr-5 lg:pl-12 print:min-h-0 print:p-0">{children}</div>
    </div>
  )
}

/** As many lines as a customer's menu has, in the height of its links. */
function MenuToCome() {
  return (
    <div className="noscript:hidden">
      <div className="px-5 pt-11 pb-9 max-lg:hidden">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="mt-2 h-4 w-48" />
      </div>
      <div className="flex gap-8 px-9 max-lg:h-[57px] max-lg:items-center lg:grid lg:gap-[26px] lg:px-5 lg:pt-3.5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-20" />
      </div>
    </div>
  )
}

const link =
  'side-link flex items-center gap-3 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:font-[540] aria-[current]:text-ink'
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
