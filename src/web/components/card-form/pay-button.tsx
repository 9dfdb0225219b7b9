import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

type PayButtonProps = {
  amountLabel: string
  phase: 'ready' | 'paying' | 'challenge' | 'processing' | 'paid'
  /** Why nothing can be paid yet. */
  waitsFor: string | undefined
  error: string | undefined
}

/** Where it is said what went wrong. */
export const payErrorId = 'pay-error'

const processingText = 'The bank is still working on it. Keep this page open: it takes some seconds.'

/** Pay, and under it what stands in its way or what went wrong. */
export function PayButton({ amountLabel, phase, waitsFor, error }: PayButtonProps) {
  const note = phase === 'processing' ? processingText : waitsFor
  return (
    <div>
      <Button
        type="submit"
        look="primary"
        size="large"
        className="w-full"
        disabled={phase === 'paid' || (phase === 'ready' && waitsFor !== undefined)}
        busy={phase === 'paying' || phase === 'challenge' || phase === 'processing'}
        busyLabel={phase === 'processing' ? 'Processing' : 'Paying'}
        aria-describedby={note ? 'pay-note' : undefined}
      >
        Pay {amountLabel}
      </Button>
      <p id="pay-note" role="status" className={note ? 'mt-3 text-small text-ink-2' : 'sr-only'}>
        {note}
      </p>
      <FieldNote id={payErrorId} error={error} />
    </div>
  )
}
