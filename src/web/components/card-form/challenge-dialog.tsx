import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type ChallengeDialogProps = {
  isOpen: boolean
  amountLabel: string
  onAnswer: (outcome: 'complete' | 'fail') => void
  onClose: () => void
}

/** Stands in for the bank that asks the cardholder to confirm. */
export function ChallengeDialog({ isOpen, amountLabel, onAnswer, onClose }: ChallengeDialogProps) {
  return (
    <Dialog title="Authenticate the payment" isOpen={isOpen} onClose={onClose}>
      <p className="text-ink-2">
        Here a bank would ask you to confirm {amountLabel} with a code or in its app. In the sandbox, you choose the
        outcome.
      </p>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button variant="outline" onClick={() => onAnswer('fail')}>
          Fail
        </Button>
        <Button data-first onClick={() => onAnswer('complete')}>
          Complete
        </Button>
      </div>
    </Dialog>
  )
}
