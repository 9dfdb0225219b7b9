import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { Topic } from '#features/staff-day/schema.ts'
import { canBeRenewed, listenForChanges, pollingMs, streamPause } from './staff-changes.ts'

/**
 * Reloads the page's data when one of these topics changes, while the page is visible. The server's stream announces changes;
 * while it is down, the page polls every half minute.
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

/** Listens until aborted. While the stream is down the page polls; a new stream starts with the changes missed. */
async function watch({ hear, renew, signal }: Watching): Promise<void> {
  let polling: ReturnType<typeof setInterval> | undefined
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  // A page that cannot be reloaded now stays as it is.
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
