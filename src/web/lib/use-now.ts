import { useEffect, useState } from 'react'
import { shopTime } from './shop-time.ts'

/** The time at the shop, anew every so many milliseconds. Only for what the browser alone renders. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(shopTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(shopTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
