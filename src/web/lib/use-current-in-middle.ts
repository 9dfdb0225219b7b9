import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a strip of links that may be wider than the screen: scrolls the current link to the middle, on mount and whenever
 * `current` changes.
 */
export function useCurrentInMiddle<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const strip = useRef<E>(null)
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (!strip.current || !link) return
    const { offsetLeft, clientWidth } = strip.current
    strip.current.scrollTo({ left: link.offsetLeft - offsetLeft - (clientWidth - link.offsetWidth) / 2 })
  }, [current])
  return strip
}
