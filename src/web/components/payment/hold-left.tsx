import { useNow } from '#web/lib/use-now.ts'
import { formatLeft } from '#web/ui/format.ts'

/** How long an unpaid order still keeps its pieces and its price, by the second. */
export function HoldLeft({ until }: { until: string }) {
  const now = useNow(1_000)
  const left = Date.parse(until) - now.getTime()
  return (
    <span role="timer" className="block text-small font-[400] text-ink-2">
      {left > 0 ? `${formatLeft(left)} left, at this price` : 'The hold is over'}
    </span>
  )
}
