import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { Topic } from '#features/staff-day/schema.ts'
import { canBeRenewed, listenForChanges, pollingMs, streamPause } from './staff-changes.ts'

/**
 * Loads the page again when one of these changed, as long as it is in sight: told by the server, and where its stream is cut by
 * asking every half minute, until the stream is there again.
 */
export function useStaffChanges(topics: readonly Topic[]): void {
  const { revalidate } = useRevalidator()
  const renew = useEffectEvent(() => void revalidate())
  const hear = useEffectEvent((changed: readonly Topic[]) => {
    if (changed.some((topic) => topics.includes(topic))) renew()
  })

  useEffect(() => {
    let watching: AbortController | undefined
    const follow = () => {
      watching?.abort()
      watching = new AbortController()
      if (isInSight()) void watch({ hear: (changed) => hear(changed), renew: () => renew(), signal: watching.signal })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      watching?.abort()
    }
  }, [])
}

const isInSight = () => document.visibilityState === 'visible'

type Watching = {
  hear: (topics: readonly Topic[]) => void
  renew: () => void
  signal: AbortSignal
}

/** Listens until it is told to stop; while the stream is cut, the page is renewed by the clock. What was missed, a new stream begins with. */
async function watch({ hear, renew, signal }: Watching): Promise<void> {
  let polling: ReturnType<typeof setInterval> | undefined
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  // A page that cannot be loaded now stays as it is.
  const poll = async () => {
    if ((await canBeRenewed()) && polling !== undefined) renew()
  }
  signal.addEventListener('abort', stopPolling)
  let cuts = 0
  const onOpen = () => {
    cuts = 0
    stopPolling()
  }
  while (!signal.aborted) {
    await listenForChanges({ onOpen, onChange: hear, signal }).catch(() => undefined)
    if (signal.aborted) return
    polling ??= setInterval(() => void poll(), pollingMs)
    await pause(streamPause(cuts), signal)
    cuts += 1
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
