import { useEffect, useState } from 'react'
import { shopTime } from './shop-time.ts'

/** The shop's time, updated every `everyMs` milliseconds. Only for content rendered in the browser alone. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(shopTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(shopTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
