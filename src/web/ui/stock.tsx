import { lowBelow } from '#features/catalogue/rules.ts'
import { formatCount } from './format.ts'

type Level = 'in' | 'low' | 'none'

/** The stock level, which sets the shape as well as the colour of the dot. */
export function stockLevel(available: number, minimum: number): Level {
  if (available < minimum) return 'none'
  return available < lowBelow * minimum ? 'low' : 'in'
}

export function Stock({ available, minimum }: { available: number; minimum: number }) {
  const level = stockLevel(available, minimum)
  return (
    <span className="stock">
      <Dot level={level} />
      {level === 'none' ? 'None now' : level === 'low' ? `${formatCount(available)} left` : formatCount(available)}
    </span>
  )
}

function Dot({ level }: { level: Level }) {
  const tone = { in: 'text-ok', low: 'text-warn', none: 'text-ink-3' }[level]
  return (
    <svg className={tone} width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
      <circle
        cx="4.5"
        cy="4.5"
        r="3.75"
        fill={level === 'in' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.25"
      />
      {level === 'low' && <path d="M0.75 4.5a3.75 3.75 0 0 0 7.5 0z" fill="currentColor" />}
    </svg>
  )
}
