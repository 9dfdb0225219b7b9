import { useEffect, useEffectEvent } from 'react'

const shortestMs = 1_000
const longestMs = 60_000

/** How long to wait before the nth refresh in a row, in milliseconds. */
export const renewalPause = (n: number): number => Math.min(longestMs, Math.round(shortestMs * 1.5 ** n))

type Renewal = {
  /** Refreshes once. A failure leaves the page as it is: the next try may succeed. */
  renew: () => Promise<unknown>
  /** Whether something is expected to change by itself. */
  expecting: boolean
}

/**
 * Keeps a visible page up to date: refreshes when the reader returns to it, and at growing intervals while a change is
 * expected. A hidden page does not refresh.
 */
export function useRenewal({ renew, expecting }: Renewal): void {
  const ask = useEffectEvent(() => renew().catch(() => undefined))

  useEffect(() => {
    const here = new AbortController()
    const listen = { signal: here.signal }
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0

    function plan() {
      clearTimeout(timer)
      if (expecting && isInSight()) timer = setTimeout(next, renewalPause(asked))
    }
    async function next() {
      asked += 1
      await ask()
      if (!here.signal.aborted) plan()
    }
    function comeBack() {
      if (!isInSight()) return
      asked = 0
      clearTimeout(timer)
      void next()
    }

    plan()
    addEventListener('focus', comeBack, listen)
    document.addEventListener('visibilitychange', () => (isInSight() ? comeBack() : clearTimeout(timer)), listen)
    return () => {
      clearTimeout(timer)
      here.abort()
    }
  }, [expecting])
}

const isInSight = () => document.visibilityState === 'visible'
