import { Plus } from 'lucide-react'
import { site } from '#content/site.ts'
import { categories, categoryNames, ToolQuery, type Tool } from '#features/catalogue/schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { SearchForm } from '#web/components/admin/search-form.tsx'
import { ToolList } from '#web/components/admin/tool-list.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, isNarrowed, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useSettings } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/manage-tools'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const shown = requestedList(ToolQuery, request)
  return { shown, page: inBackground(toolsOf(shown)) }
}

async function toolsOf(shown: ToolQuery): Promise<Page<Tool>> {
  return listPage(await api.tool.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Manage product · ${site.name}` }]

export default function ManageToolsPage({ loaderData: { shown, page } }: Route.ComponentProps) {
  const currency = useSettings()?.currency ?? 'usd'
  return (
    <>
      <AdminHeading title="Manage product">
        <AddProduct />
      </AdminHeading>
      <SearchForm
        label="Search by name or part number"
        placeholder="Name or part number"
        words={shown.q}
        sort={shown.sort}
      >
        <Choice name="category" label="Category" chosen={shown.category} all="All categories" options={byCategory} />
        <Choice name="low_stock" label="Stock" chosen={shown.low_stock} all="Any stock" options={byStock} />
      </SearchForm>
      <AsyncList promise={page} what="products">
        {(loaded) => (
          <ToolList page={loaded} shown={shown} currency={currency} empty={<Empty filtered={isNarrowed(shown)} />} />
        )}
      </AsyncList>
    </>
  )
}

function AddProduct() {
  return (
    <ButtonLink to="/addtool">
      <Plus size={18} strokeWidth={1.75} aria-hidden /> Add Product
    </ButtonLink>
  )
}

const byCategory = categories.map((category) => [category, categoryNames[category]] as const)
const byStock = [['true', 'Running low']] as const

type ChoiceProps = {
  name: string
  label: string
  chosen: string | undefined
  all: string
  options: readonly (readonly [value: string, label: string])[]
}

function Choice({ name, label, chosen = '', all, options }: ChoiceProps) {
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        key={chosen}
        name={name}
        className="field-box"
        defaultValue={chosen}
        onChange={({ currentTarget: { form } }) => form?.requestSubmit()}
      >
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <EmptyState title="No products yet" action={<AddProduct />}>
        Products you add appear here, on the home page and in the tools list.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No matching products"
      action={
        <ButtonLink to="/managetools" variant="outline">
          Show all products
        </ButtonLink>
      }
    >
      Try fewer words, another category, any stock, or just the part number.
    </EmptyState>
  )
}
