import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What a browser does by itself when it loads a page, for navigations without one: the focus goes to the heading of
 * the new page, and its title is said.
 */
export function Arrival() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!heading) return
    heading.tabIndex = -1
    // Where the page stands is for scroll restoration to say.
    heading.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  )
}
