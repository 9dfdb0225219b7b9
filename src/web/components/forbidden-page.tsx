import { ButtonLink } from '#web/ui/button.tsx'
import { StatusPage } from './status-page.tsx'

/** Shown to everyone else instead of an admin page. */
export function ForbiddenPage() {
  return (
    <div className="guides">
      <title>Not for this account</title>
      <StatusPage
        title="Not for this account"
        text="Only the shop’s admins can open this page. Your own orders are in the dashboard."
      >
        <ButtonLink to="/dashboard" variant="primary" size="large" className="max-sm:w-full">
          Open the dashboard
        </ButtonLink>
      </StatusPage>
    </div>
  )
}
