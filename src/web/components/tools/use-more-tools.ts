import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/lib/api.ts'
import { cardTool, type CardTool } from '#web/lib/card-tool.ts'
import { listPage, listQueryOf } from '#web/lib/list-page.ts'
import { problemText } from '#web/lib/problem.ts'
import type { Shown } from './tools-path.ts'

type Added = {
  /** The cursor at the end of the page's own list: if it differs, nothing was added to this list yet. */
  after: string | undefined
  tools: CardTool[]
  nextCursor: string | undefined
}

/** By key of the browser's history entry, so that going back finds the list as long as it was. */
const addedTo = new Map<string, Added>()

type List = { shown: Shown; nextCursor: string | undefined }

/** The tools loaded after the page's own list; `load` loads the next part. */
export function useMoreTools({ shown, nextCursor }: List) {
  const { key } = useLocation()
  const [, showAdded] = useReducer((count: number) => count + 1, 0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const kept = addedTo.get(key)
  const added = kept?.after === nextCursor ? kept : undefined
  const next = added ? added.nextCursor : nextCursor

  async function load(): Promise<void> {
    if (busy || next === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      const page = await listPage(await api.tool.$get({ query: listQueryOf({ ...shown, limit: 100, cursor: next }) }))
      const tools = [...(added?.tools ?? []), ...page.items.map(cardTool)]
      addedTo.set(key, { after: nextCursor, tools, nextCursor: page.nextCursor })
      showAdded()
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }

  return { added: added?.tools ?? [], nextCursor: next, load, busy, problem }
}

/** Calls `reach` when the element comes within a screen's height of the window, and again if it still is when `count` grows. */
export function useReached(reach: () => void, { waits, count }: { waits: boolean; count: number }) {
  const element = useRef<HTMLDivElement>(null)
  const onReach = useEffectEvent(reach)
  useEffect(() => {
    if (!waits || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReach()
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [waits, count])
  return element
}
