import { Link, useLocation, useNavigate } from 'react-router'
import { signOut } from '#web/lib/session.ts'
import { mayLeave } from '#web/lib/unsaved.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'
import { messages } from '#content/messages.ts'

/** Each page with the first path segments of the pages that belong to it. */
const pages = [
  { to: '/', label: 'Home', holds: ['', 'home'] },
  { to: '/blogs', label: 'Blogs', holds: ['blogs'] },
  { to: '/tools', label: 'Tools', holds: ['tools', 'tool'] },
  { to: '/myportfolio', label: 'MyPortfolio', holds: ['myportfolio'] },
  { to: '/dashboard', label: 'Dashboard', holds: ['dashboard', 'makeadmin', 'addtool', 'managetools'] },
]

/** The site's pages. Dashboard is in the HTML for everyone and shown by the document's session mark. */
export function PageLinks({ className }: { className: string }) {
  const first = useLocation().pathname.split('/')[1] ?? ''
  return pages.map(({ to, label, holds }) => (
    <Link
      key={to}
      to={to}
      className={to === '/dashboard' ? `when-signed-in ${className}` : className}
      aria-current={holds.includes(first) ? 'page' : undefined}
    >
      {label}
    </Link>
  ))
}

/** Login or Sign Out: both are in the HTML, one is shown. */
export function SessionButtons() {
  const navigate = useNavigate()
  async function leave() {
    if (!(await mayLeave())) return
    try {
      await signOut()
      await navigate('/')
    } catch {
      await notifyError(messages.offline)
    }
  }
  return (
    <>
      <ButtonLink to="/login" variant="outline" size="small" className="when-signed-out min-h-11">
        Login
      </ButtonLink>
      <Button variant="outline" size="small" className="when-signed-in min-h-11" onClick={leave}>
        Sign Out
      </Button>
    </>
  )
}
