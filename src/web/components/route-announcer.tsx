import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Spoken } from '#web/ui/spoken.tsx'

/** Whether this document has shown a page yet. Outside the component, since React mounts it again after an error. */
let shown = false

/**
 * Does for client-side navigation what a browser does when it loads a page: moves the focus to the heading of the new page
 * and announces its title. The same happens when an error replaces a page, or a page replaces an error.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')

  useEffect(() => {
    const first = !shown
    shown = true
    if (first) return
    setTitle(document.title)
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!heading) return
    heading.tabIndex = -1
    // The scroll position is up to scroll restoration.
    heading.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p className="sr-only" role="status">
      <Spoken>{title}</Spoken>
    </p>
  )
}
