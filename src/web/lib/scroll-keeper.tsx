import { useLayoutEffect, useState } from 'react'
import { UNSAFE_useScrollRestoration as useScrollRestoration, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-positions'

/** The last scroll position of each history entry, by its key; undefined until React takes over. */
let positions: Record<string, number> | undefined

/**
 * Scroll positions: a new page starts at the top, a page gone back to at its last position. React Router scrolls when a page
 * is shown; a page whose lists arrive later is scrolled once they are there.
 */
export function ScrollKeeper() {
  const [ready, setReady] = useState(false)
  useLayoutEffect(() => {
    takeOver()
    // In the same effect: otherwise the position of a page left in between would be lost.
    setReady(true)
    return keep
  }, [])
  usePlace(ready)
  return ready ? <RoutersOwn /> : null
}

/** React Router's hook without its component's inline script, which the CSP would block: the shop's inline script replaces it. */
function RoutersOwn() {
  useScrollRestoration({ storageKey })
  return null
}

/**
 * Records where the browser or the reader scrolled a freshly loaded document, so that React Router, which starts later,
 * restores that position. If the page is not long enough yet for its remembered position, that one is kept.
 */
function takeOver(): void {
  positions ??= startingPositions()
  keep()
}

function startingPositions(): Record<string, number> {
  const kept = storedPositions()
  const key: unknown = Reflect.get(history.state ?? {}, 'key')
  if (typeof key !== 'string') return kept
  const place = kept[key] ?? 0
  const end = document.documentElement.scrollHeight - innerHeight
  return { ...kept, [key]: place > end ? place : scrollY }
}

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    // Without storage, positions from earlier documents are lost.
    return {}
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // As above.
  }
}

function usePlace(ready: boolean): void {
  const { key } = useLocation()
  const goneBackTo = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    if (!ready || !positions) return
    const places = positions
    const place = places[key]
    const remember = () => {
      places[key] = scrollY
    }
    addEventListener('scroll', remember, { passive: true })
    const stop = goneBackTo && place ? scrollWhenLongEnough(place) : undefined
    return () => {
      removeEventListener('scroll', remember)
      stop?.()
    }
  }, [ready, key, goneBackTo])
}

/** Scrolls to `place` as the page grows, until it is reached or the reader interacts. @returns a function that stops it */
function scrollWhenLongEnough(place: number): () => void {
  const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown']
  const growth = new ResizeObserver(() => {
    if (scrollY < place - 1) scrollTo(0, place)
    if (scrollY >= place - 1) stop()
  })
  const stop = () => {
    growth.disconnect()
    acts.forEach((act) => removeEventListener(act, stop))
  }
  acts.forEach((act) => addEventListener(act, stop, { passive: true }))
  growth.observe(document.body)
  return stop
}
