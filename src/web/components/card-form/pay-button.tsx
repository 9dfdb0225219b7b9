import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

type PayButtonProps = {
  amountLabel: string
  phase: 'ready' | 'paying' | 'challenge' | 'paid'
  /** Why nothing can be paid yet. */
  waitsFor: string | undefined
  error: string | undefined
}

/** The id of the error message. */
export const payErrorId = 'pay-error'

/** The Pay button, with what it waits for or what went wrong below. */
export function PayButton({ amountLabel, phase, waitsFor, error }: PayButtonProps) {
  return (
    <div>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        disabled={phase === 'paid' || (phase === 'ready' && waitsFor !== undefined)}
        busy={phase === 'paying' || phase === 'challenge'}
        busyLabel="Paying"
        aria-describedby={waitsFor ? 'pay-note' : undefined}
      >
        Pay {amountLabel}
      </Button>
      <p id="pay-note" role="status" className={waitsFor ? 'mt-3 text-small text-ink-2' : 'sr-only'}>
        {waitsFor}
      </p>
      <FieldNote id={payErrorId} error={error} />
    </div>
  )
}
