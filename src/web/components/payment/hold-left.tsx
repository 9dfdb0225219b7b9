import { useNow } from '#web/lib/use-now.ts'
import { formatLeft } from '#web/ui/format.ts'

/** A countdown, by the second, of how long an unpaid order keeps its pieces and its price. */
export function HoldLeft({ until }: { until: string }) {
  const now = useNow(1_000)
  const left = Date.parse(until) - now.getTime()
  return (
    <span role="timer" className="block text-small font-[400] text-ink-2">
      {left > 0 ? `${formatLeft(left)} left, at this price` : 'The hold is over'}
    </span>
  )
}
