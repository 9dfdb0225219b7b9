import { Link } from 'react-router'
import { categories, categoryNames, type Category } from '#features/catalogue/schema.ts'
import { useCurrentInMiddle } from '#web/lib/use-current-in-middle.ts'
import { formatCount } from '#web/ui/format.ts'
import { toolsPath, type Shown } from './tools-path.ts'

/** Switches between one category and all, showing how many tools of each match the other filters. */
export function CategorySwitch({ shown, counts }: { shown: Shown; counts: Record<string, number> }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const strip = useCurrentInMiddle<HTMLDivElement>(shown.category)
  return (
    <nav aria-label="Categories" className="category-switch">
      <div ref={strip} className="switch">
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
