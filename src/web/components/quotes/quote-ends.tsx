import { useState } from 'react'
import { mayTake } from '#features/quotes/rules.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { endQuote } from '#web/lib/quote-calls.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifySuccess } from '#web/ui/notify.ts'

type End = 'decline' | 'withdraw'

const words: Record<'buyer' | 'staff', Record<End, { label: string; consequence: string }>> = {
  buyer: {
    decline: { label: 'Decline', consequence: 'The offer will no longer be valid. You can still write to us.' },
    withdraw: { label: 'Withdraw', consequence: 'We’ll stop working on it. You can still write to us.' },
  },
  staff: {
    decline: { label: 'Decline', consequence: 'The buyer is told that you cannot offer it.' },
    withdraw: { label: 'Withdraw the offer', consequence: 'The buyer is told that it is no longer valid.' },
  },
}

/** The ways in which the user can end a quote now, each with a confirmation. */
export function QuoteEnds({ quote: { _id, state, isStaff } }: { quote: WholeQuote }) {
  const [asked, setAsked] = useState<End>()
  const { isRunning, attempt } = useAttempt()
  const party = isStaff ? 'staff' : 'buyer'
  const ends = (['decline', 'withdraw'] as const).filter((step) => mayTake(step, state, party))
  // A buyer who can decline the offer does not need to withdraw the request.
  const shown = ends.includes('decline') ? (['decline'] as const) : ends

  async function end(step: End): Promise<void> {
    await attempt('end', async () => {
      await endQuote(_id, step)
      passFocusOn('main h1')
      void notifySuccess(step === 'decline' ? 'Declined' : 'Withdrawn')
    })
    setAsked(undefined)
  }
  return (
    <div className="flex flex-wrap gap-3">
      {shown.map((step) => (
        <Button key={step} variant="outline" onClick={() => setAsked(step)}>
          {words[party][step].label}
        </Button>
      ))}
      <ConfirmDialog
        title="Are you sure?"
        isOpen={asked !== undefined}
        confirmLabel={asked ? words[party][asked].label : ''}
        confirmVariant="destructive"
        keepLabel="Keep it"
        busy={isRunning('end')}
        busyLabel="Saving"
        onConfirm={async () => {
          if (asked) await end(asked)
        }}
        onClose={() => setAsked(undefined)}
      >
        {asked && words[party][asked].consequence}
      </ConfirmDialog>
    </div>
  )
}
