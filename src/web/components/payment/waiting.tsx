import { TextLink } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Settlement } from './use-settlement.ts'

/** Between the confirmed card and the money: some banks take their time. */
export function Waiting({ settlement }: { settlement: Exclude<Settlement, 'none'> }) {
  if (settlement === 'asking') {
    return (
      <div className="grid gap-5">
        <Spinner label="Asking the bank" />
        <p className="max-w-[34em] text-ink-2">
          Your card is confirmed and the bank is working on it. You need not stay here.
        </p>
      </div>
    )
  }
  return (
    <p className="max-w-[34em] text-ink-2">
      The bank has not answered yet. <TextLink to="/dashboard/orders">My Orders</TextLink> says paid as soon as it has;
      do not pay a second time.
    </p>
  )
}
