import { formatCount } from '#web/ui/format.ts'
import { stockLevel } from '#web/ui/stock.tsx'

const width = 84
const tones = { in: 'fill-ink', low: 'fill-warn', none: 'fill-err' }

type StockLevelProps = { available: number; minimum: number; most: number }

/** The stock as a figure and a bar: on a square-root scale up to the page's best-stocked tool. */
export function StockLevel({ available, minimum, most }: StockLevelProps) {
  const level = stockLevel(available, minimum)
  const length = most > 0 ? Math.sqrt(available / most) * width : 0
  return (
    <span className="flex items-center justify-end gap-3 font-[540]">
      <span className={level === 'none' ? 'text-err' : undefined}>
        <span className="stock-figure">{formatCount(available)}</span>
        {level !== 'in' && (
          <span className="sr-only">, {level === 'low' ? 'running low' : 'less than the minimum order'}</span>
        )}
      </span>
      <svg className="stock-bar" width={width} height="6" aria-hidden="true">
        <rect className="fill-fill" width={width} height="6" />
        <rect className={tones[level]} width={length.toFixed(1)} height="6" />
      </svg>
    </span>
  )
}
