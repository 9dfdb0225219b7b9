import { data } from 'react-router'
import { ToolQuery } from '#features/catalogue/schema.ts'
import { ToolList } from '#web/components/tools/tool-list.tsx'
import { ToolsFilter } from '#web/components/tools/tools-filter.tsx'
import { askedFor } from '#web/components/tools/tools-path.ts'
import { cardTool } from '#web/lib/card-tool.ts'
import { requireSession } from '#web/lib/guards.ts'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { toolListData } from '#web/lib/structured-data.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/tools'

const lead = 'Every power supply, adapter, case and cooling fan on sale, with its price, minimum order and stock.'

/** The most tools on one page; a longer catalogue continues as the user scrolls. */
const atOnce = 120

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = ToolQuery.safeParse(askedFor(new URL(request.url).searchParams))
  if (!asked.success) throw data(undefined, { status: 404 })
  const { settings, tools, toolCounts } = pageServices(context)
  const { limit: _limit, cursor, ...shown } = asked.data
  const [{ items, ...page }, counts] = await Promise.all([
    tools({ ...shown, limit: atOnce, cursor }),
    toolCounts(shown),
  ])
  const { currency, publicUrl } = settings
  return { currency, publicUrl, shown, counts, tools: items.map(cardTool), ...page }
}

/** The list is public, the page is not: its HTML is the same for everyone, and the browser sends visitors to /login. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return serverLoader()
}
clientLoader.hydrate = true as const

export const handle = { parameters: Object.keys(ToolQuery.shape) }

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta('Tools and prices', lead),
  ...(loaderData ? toolListData(loaderData.publicUrl, loaderData.tools) : []),
]

export default function Tools({ loaderData }: Route.ComponentProps) {
  const { currency, shown, counts, tools, total, nextCursor } = loaderData
  return (
    <div className="guides">
      <div className="guard-spinner">
        <PageSpinner label="Checking who is signed in" />
      </div>
      <div className="guarded page">
        <h1 className="inset pt-16 pb-10 max-sm:pt-15 max-sm:pb-7">Tools</h1>
        <ToolsFilter shown={shown} counts={counts} currency={currency} />
        <h2 className="sr-only">Products</h2>
        <ToolList shown={shown} tools={tools} total={total} nextCursor={nextCursor} currency={currency} />
      </div>
    </div>
  )
}
