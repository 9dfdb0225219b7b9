import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { categories, categoryNames, type Category, type ToolQuery, type ToolSort } from '#features/catalogue/schema.ts'
import { formatCount } from '#web/ui/format.ts'

const sortNames: Partial<Record<ToolSort, string>> = {
  newest: 'Newest first',
  price: 'Lowest price first',
  '-price': 'Highest price first',
  name: 'By name',
}

type Shown = Pick<ToolQuery, 'q' | 'category' | 'sort'>

/** The address of the tools list that shows this. What is not asked for stays out of it. */
export function toolsPath(shown: ToolQuery): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(shown)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `/tools?${query}` : '/tools'
}

type ToolsFilterProps = { shown: Shown; counts: Record<string, number> }

/** Search, categories with their counts, and the order: all of it in the address, so that it works without script. */
export function ToolsFilter({ shown, counts }: ToolsFilterProps) {
  const submit = useSubmit()
  const { location: next } = useNavigation()
  const sort = next ? new URLSearchParams(next.search).get('sort') : shown.sort
  const search = useRef<HTMLInputElement>(null)
  // Going back changes the address, not the box: it follows here, and keeps its focus.
  useEffect(() => {
    if (search.current) search.current.value = shown.q ?? ''
  }, [shown.q])
  return (
    <div className="tools-filter">
      <Form role="search" className="contents" action="/tools">
        {shown.category && <input type="hidden" name="category" value={shown.category} />}
        <label className="search-box">
          <span className="sr-only">Search by name or part number</span>
          <Search size={18} strokeWidth={1.75} aria-hidden />
          <input
            ref={search}
            type="search"
            name="q"
            className="field-box"
            placeholder="Name or part number"
            defaultValue={shown.q}
            maxLength={100}
          />
        </label>
        <label className="sort-box">
          <span className="sr-only">Order</span>
          <select
            name="sort"
            className="field-box"
            value={sort ?? 'newest'}
            onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
          >
            {Object.entries(sortNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="sr-only">Search</button>
      </Form>
      <CategorySwitch shown={shown} counts={counts} />
    </div>
  )
}

function CategorySwitch({ shown, counts }: ToolsFilterProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label="Categories" className="category-switch">
      <div className="switch">
        <CategoryLink shown={shown} category={undefined} name="All" count={total} />
        {categories.map((category) => (
          <CategoryLink
            key={category}
            shown={shown}
            category={category}
            name={categoryNames[category]}
            count={counts[category] ?? 0}
          />
        ))}
      </div>
    </nav>
  )
}

type CategoryLinkProps = { shown: Shown; category: Category | undefined; name: string; count: number }

function CategoryLink({ shown, category, name, count }: CategoryLinkProps) {
  return (
    <Link
      to={toolsPath({ ...shown, category })}
      preventScrollReset
      aria-current={shown.category === category ? 'page' : undefined}
    >
      {name} <span className="label">{formatCount(count)}</span>
    </Link>
  )
}
