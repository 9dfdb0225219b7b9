import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Spoken } from '#web/ui/spoken.tsx'

/** Whether this document has shown a page yet. Outside the component: around an error React sets it up again. */
let shown = false

/**
 * What a browser does by itself when it loads a page, for navigations without one: the focus goes to the heading of
 * the new page, and its title is said. So it is when an error takes the place of a page, or a page that of an error.
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
    // Where the page stands is for scroll restoration to say.
    heading.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p className="sr-only" role="status">
      <Spoken>{title}</Spoken>
    </p>
  )
}
