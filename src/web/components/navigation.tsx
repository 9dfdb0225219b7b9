import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { signOut } from '#web/lib/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'
import { messages } from '#content/messages.ts'

const pages = [
  { to: '/', label: 'Home' },
  { to: '/blogs', label: 'Blogs' },
  { to: '/tools', label: 'Tools' },
  { to: '/myportfolio', label: 'MyPortfolio' },
] as const

/** The pages that stand in the dashboard's frame, also those with addresses of their own. */
const inDashboard = /^\/(dashboard|makeadmin|addtool|managetools)(\/|$)/

/** The site's pages. Dashboard is in the HTML for everyone and shown by the document's session mark. */
export function PageLinks({ className }: { className: string }) {
  const { pathname } = useLocation()
  return (
    <>
      {pages.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === '/'} className={className}>
          {label}
        </NavLink>
      ))}
      <Link
        to="/dashboard"
        className={`when-signed-in ${className}`}
        aria-current={inDashboard.test(pathname) ? 'page' : undefined}
      >
        Dashboard
      </Link>
    </>
  )
}

/** Login or Sign Out: both are in the HTML, one is shown. */
export function SessionButtons() {
  const navigate = useNavigate()
  async function leave() {
    try {
      await signOut()
      await navigate('/')
    } catch {
      await notifyError(messages.offline)
    }
  }
  return (
    <>
      <ButtonLink to="/login" look="outline" size="small" className="when-signed-out min-h-11">
        Login
      </ButtonLink>
      <Button look="outline" size="small" className="when-signed-in min-h-11" onClick={leave}>
        Sign Out
      </Button>
    </>
  )
}
