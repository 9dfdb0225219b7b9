import { useLayoutEffect, useState } from 'react'
import { UNSAFE_useScrollRestoration as useScrollRestoration, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-positions'

/** Where each entry of the history stood when it was seen last, by its key; undefined until React takes over. */
let positions: Record<string, number> | undefined

/**
 * Where pages stand: a new one at its top, one that was gone back to where it was left. React Router scrolls when a page
 * comes; a page whose lists come later than itself is helped to where it was once they are there.
 */
export function ScrollKeeper() {
  const [ready, setReady] = useState(false)
  useLayoutEffect(() => {
    takeOver()
    // In the same breath as the rest: a page left before would not be remembered where it was.
    setReady(true)
    return keep
  }, [])
  usePlace(ready)
  return ready ? <RoutersOwn /> : null
}

/** React Router's part without the inline script of its component: it would be blocked, and the inline script of ours does its work. */
function RoutersOwn() {
  useScrollRestoration({ storageKey })
  return null
}

/**
 * A document that was loaded stands where the browser or its reader put it: React Router, which comes later, finds that
 * as the place to restore. Where that page is not long enough yet for its remembered place, this place stays.
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
    // Without storage nothing is remembered from other documents.
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

/** Until the page is there, or its reader does something. @returns what ends it */
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
