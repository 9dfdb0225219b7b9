import type { MouseEvent } from 'react'
import { useRevalidator } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { StatusPage } from './status-page.tsx'

/** Shown when a page failed; `text` says why. Without script, Retry requests the address again. */
export function FailurePage({ text }: { text: string }) {
  const { revalidate } = useRevalidator()
  function retry(event: MouseEvent) {
    // Without a connection, requesting the page again would end in the browser's own error page.
    event.preventDefault()
    void revalidate()
  }
  return (
    <div className="guides">
      <title>This page did not load</title>
      <StatusPage title="This page did not load" text={text}>
        <ButtonLink to="" variant="primary" size="large" className="max-sm:w-full" onClick={retry}>
          Retry
        </ButtonLink>
      </StatusPage>
    </div>
  )
}
