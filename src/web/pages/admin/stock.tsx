import { Pencil } from 'lucide-react'
import { z } from 'zod'
import { site } from '#content/site.ts'
import { mostCounted } from '#features/inventory/rules.ts'
import type { StockMovement } from '#features/inventory/schema.ts'
import { langOf } from '#shared/language.ts'
import { pageQuery, type Page, type PageQuery } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import { StockForm } from '#web/components/admin/stock-form.tsx'
import { StockTable } from '#web/components/admin/stock-table.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { toolById } from '#web/lib/tool-by-id.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Stat } from '#web/ui/plate.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import type { Route } from './+types/stock'

export async function clientLoader({ request, params: { toolId } }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const shown = requestedList(z.object(pageQuery), request)
  const page = inBackground(movementsOf(toolId, shown))
  return { shown, tool: await toolById(toolId), page }
}

async function movementsOf(toolId: string, shown: PageQuery): Promise<Page<StockMovement>> {
  const param = { toolId: encodeURIComponent(toolId) }
  return listPage(await api.tool[':toolId'].stock.$get({ param, query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Stock · ${site.name}` }]

const figure = 'display block pt-2 text-figure-s'

/** A product's stock, the forms that change it, and its movements. */
export default function StockPage({ loaderData: { shown, tool, page } }: Route.ComponentProps) {
  return (
    <>
      <AdminHeading
        title={
          <>
            Stock of{' '}
            <span lang={langOf(tool.name)}>
              <Unbroken>{tool.name}</Unbroken>
            </span>
          </>
        }
      >
        <ButtonLink to={`/managetools/${tool._id}`} variant="outline" size="small">
          <Pencil size={17} strokeWidth={1.75} aria-hidden /> Edit product
        </ButtonLink>
      </AdminHeading>
      <div className="mb-8 grid grid-cols-2 border-y border-edge [&>*+*]:border-l [&>*+*]:border-line [&>*+*]:pl-4">
        <Stat label="Available" className="py-5">
          <span className={figure}>{formatCount(tool.available_quantity)}</span>
        </Stat>
        <Stat label="Minimum order" className="py-5">
          <span className={figure}>{formatCount(tool.minimum_order_quantity)}</span>
        </Stat>
      </div>
      <div key={tool._id} className="mb-12 grid gap-10 md:grid-cols-2">
        <StockForm tool={tool} field="received" />
        <StockForm tool={tool} field="counted" />
      </div>
      <h2 className="mb-5 text-h3">Movements</h2>
      <AsyncList promise={page} what="movements">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <EmptyState title="Nothing has moved yet">
              Enter above what came in: it appears here, with every order.
            </EmptyState>
          ) : (
            <>
              <StockTable movements={loaded.items} />
              <Pager page={loaded} shown={shown} what="movement" countedTo={mostCounted} />
            </>
          )
        }
      </AsyncList>
    </>
  )
}
