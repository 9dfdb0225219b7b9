import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { quotePath } from '#web/components/quote/quote-path.ts'
import { ToolGrid } from '#web/components/tool-grid.tsx'
import type { CardTool } from '#web/lib/card-tool.ts'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { counted, formatCount } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/state-blocks.tsx'
import { isFiltered, toolsPath, type Shown } from './tools-path.ts'
import { useMoreTools, useReached } from './use-more-tools.ts'

type ToolListProps = {
  shown: Shown
  tools: readonly CardTool[]
  /** The length of the whole list. */
  total: number
  nextCursor: string | undefined
  currency: string
}

/**
 * The tools of a page; more load as the reader scrolls near the end, or presses Show more. Without script, that is a link to
 * the next page.
 */
export function ToolList({ shown, tools, total, nextCursor, currency }: ToolListProps) {
  const { state } = useNavigation()
  const more = useMoreTools({ shown, nextCursor })
  const all = [...tools, ...more.added]
  const { list, focusNext } = useFocusOnTheRest(all.length)
  const end = useReached(more.load, { waits: more.problem === undefined, count: all.length })

  function showMore(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    focusNext()
    void more.load()
  }

  if (all.length === 0) return <NothingFound words={shown.q} />
  return (
    <div ref={list} className="transition-opacity aria-busy:opacity-50" aria-busy={state === 'loading'}>
      <ToolGrid tools={all} currency={currency} />
      {more.problem && (
        <div className="inset pt-8">
          <ErrorState onRetry={() => void more.load()}>The rest of the list did not load. {more.problem}</ErrorState>
        </div>
      )}
      <div ref={end} className="inset flex items-center justify-between gap-4 pt-8 pb-28">
        <p className="bg-paper text-ink-2" aria-live="polite">
          {formatCount(all.length)} of {counted(total, 'tool')}
          {!isFiltered(shown) && ' in this shop'}
        </p>
        {more.nextCursor && !more.problem && (
          <ButtonLink
            to={toolsPath({ ...shown, cursor: more.nextCursor })}
            variant="outline"
            aria-busy={more.busy || undefined}
            onClick={showMore}
          >
            Show more
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Pressing Show more means reading on, so the first new tool takes the focus. */
function useFocusOnTheRest(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const pressedAt = useRef<number>(undefined)
  useEffect(() => {
    const before = pressedAt.current
    if (before === undefined || before === count) return
    pressedAt.current = undefined
    list.current?.querySelectorAll<HTMLElement>('article h3 a')[before]?.focus()
  }, [count])
  return {
    list,
    focusNext: () => {
      pressedAt.current = count
    },
  }
}

/** Offers a quote for what was searched for. */
function NothingFound({ words }: { words: string | undefined }) {
  return (
    <div className="inset border-t border-edge pt-8 pb-28">
      <EmptyState
        title="No matching tools"
        action={
          <ButtonLink to="/tools" variant="primary">
            Show all tools
          </ButtonLink>
        }
      >
        Try fewer words, another category, a wider price range, or the part number from an invoice. Not on the list?{' '}
        <TextLink to={quotePath(words)}>Ask for a quote</TextLink>
      </EmptyState>
    </div>
  )
}
