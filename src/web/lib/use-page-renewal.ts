import { useRevalidator } from 'react-router'
import { isOutOfReach } from './out-of-reach.ts'
import { passFocusOn } from './pass-focus-on.ts'
import { useRenewal } from './use-renewal.ts'

type PageRenewal = {
  /** Asks for what the page shows, only to learn whether the shop answers. */
  ask: () => Promise<unknown>
  /** Whether something is expected to change by itself. */
  expecting: boolean
}

/** `useRenewal` for a page whose loader has all its data. What is typed in it stays. */
export function usePageRenewal({ ask, expecting }: PageRenewal): void {
  const { revalidate } = useRevalidator()
  async function renew() {
    // Reloading while the server is out of reach would lose the page and what is typed in it.
    const [asked] = await Promise.allSettled([ask()])
    if (asked.status === 'rejected' && isOutOfReach(asked.reason)) return
    // What had the focus may no longer be possible.
    passFocusOn('main h1')
    await revalidate()
  }
  useRenewal({ renew, expecting })
}
