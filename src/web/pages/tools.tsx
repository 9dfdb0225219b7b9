import { useEffect, useRef } from 'react'
import { data, useNavigation } from 'react-router'
import { ToolQuery } from '#features/catalogue/schema.ts'
import { ToolGrid } from '#web/components/tool-grid.tsx'
import { ToolsFilter } from '#web/components/tools/tools-filter.tsx'
import { askedFor, toolsPath, type Shown } from '#web/components/tools/tools-path.ts'
import { requireSession } from '#web/lib/guards.ts'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { toolListData } from '#web/lib/structured-data.ts'
import { quotePath } from '#web/components/quote/quote-path.ts'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/tools'

const lead =
  'Every power supply, adapter, case and cooling fan on sale, with its price, its smallest order and what is in stock.'

/** Three rows of three; the list of the address grows by as many up to what one answer may hold. */
const step = 9
const most = 99

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = ToolQuery.safeParse(askedFor(new URL(request.url).searchParams))
  if (!asked.success) throw data(undefined, { status: 404 })
  const { settings, tools, toolCounts } = pageServices(context)
  const { limit = step, cursor, ...shown } = asked.data
  const [{ items, ...page }, counts] = await Promise.all([tools({ ...shown, limit, cursor }), toolCounts(shown)])
  return { currency: settings.currency, publicUrl: settings.publicUrl, shown, limit, counts, tools: items, ...page }
}

/** The list is public, the page is not: its HTML is the same for everyone, and the browser sends visitors to /login. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return serverLoader()
}
clientLoader.hydrate = true as const

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta('Tools and prices', lead),
  ...(loaderData ? [toolListData(loaderData.publicUrl, loaderData.tools)] : []),
]

export default function Tools({
  loaderData: { currency, shown, limit, counts, tools, total, nextCursor },
}: Route.ComponentProps) {
  const { state } = useNavigation()
  const { list, remember } = useFocusOnTheRest(tools.length, nextCursor !== undefined)
  return (
    <div className="guides">
      <div className="guard-spinner">
        <PageSpinner label="Checking who is signed in" />
      </div>
      <div className="guarded page">
        <h1 className="inset pt-16 pb-10 max-sm:pt-15 max-sm:pb-7">Tools</h1>
        <ToolsFilter shown={shown} counts={counts} currency={currency} />
        <h2 className="sr-only">Products</h2>
        <div ref={list} className="transition-opacity aria-busy:opacity-50" aria-busy={state === 'loading'}>
          {tools.length > 0 ? <ToolGrid tools={tools} currency={currency} /> : <NothingFound words={shown.q} />}
          <div className="inset flex items-center justify-between gap-4 pt-8 pb-28">
            <p className="bg-paper text-ink-2" aria-live="polite">
              {formatCount(tools.length)} of {formatCount(total)} {total === 1 ? 'tool' : 'tools'}
            </p>
            {nextCursor && <More shown={shown} limit={limit} cursor={nextCursor} onPress={remember} />}
          </div>
        </div>
      </div>
    </div>
  )
}

/** When Show more brings the rest it goes, and the focus with it: the first tool it brought takes it. */
function useFocusOnTheRest(count: number, more: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const countBefore = useRef<number>(undefined)
  useEffect(() => {
    const before = countBefore.current
    countBefore.current = undefined
    if (before === undefined || more || document.activeElement !== document.body) return
    list.current?.querySelectorAll<HTMLElement>('article h3 a')[before < count ? before : 0]?.focus()
  }, [count, more])
  return {
    list,
    remember: () => {
      countBefore.current = count
    },
  }
}

/** What was searched for can be asked for. */
function NothingFound({ words }: { words: string | undefined }) {
  return (
    <div className="inset border-t border-edge pt-8">
      <EmptyState
        title="No tool fits that"
        action={
          <ButtonLink to="/tools" look="primary">
            Show all tools
          </ButtonLink>
        }
      >
        Try fewer words, another category, a wider price, or the part number from an invoice. Not on the list?{' '}
        <TextLink to={quotePath(words)}>Ask for a quote</TextLink>
      </EmptyState>
    </div>
  )
}

type MoreProps = { shown: Shown; limit: number; cursor: string; onPress: () => void }

/** The same list with more on it, and past the longest list the one after it. */
function More({ shown, limit, cursor, onPress }: MoreProps) {
  const to = limit < most ? { ...shown, limit: Math.min(most, limit + step) } : { ...shown, limit, cursor }
  return (
    <ButtonLink to={toolsPath(to)} look="outline" preventScrollReset={limit < most} onClick={onPress}>
      Show more
    </ButtonLink>
  )
}
