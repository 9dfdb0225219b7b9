import { isRouteErrorResponse } from 'react-router'
import { unavailable } from '#shared/errors.ts'
import { problemText } from '#web/lib/problem.ts'
import { FailurePage } from './failure-page.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** What to show for an error of a page: expected failures are thrown responses, anything else is ours to fix. */
export function ErrorPage({ error, notFound }: { error: unknown; notFound?: string }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage text={notFound} />
  if (isRouteErrorResponse(error) && error.status === 403) return <ForbiddenPage />
  const isBusy = isRouteErrorResponse(error) && error.status === 503
  return <FailurePage text={isBusy ? unavailable : problemText(error)} />
}
