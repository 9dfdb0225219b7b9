import { useState } from 'react'
import type { Statement } from '#features/receivables/schema.ts'
import { useDialogTyping } from '#web/lib/dialog-typing.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PaymentForm } from './payment-form.tsx'
import { TermsForm } from './terms-form.tsx'

/** Staff actions on an account: change its terms and enter payments. */
export function AccountStaff({ statement }: { statement: Statement }) {
  const [shown, setShown] = useState<'terms' | 'payment'>()
  const terms = useDialogTyping(`terms:${statement.email}`)
  const payment = useDialogTyping(`payment:${statement.email}`)
  const close = () => setShown(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" onClick={() => setShown('terms')}>
        Terms…
      </Button>
      <Button variant="primary" onClick={() => setShown('payment')}>
        Enter a payment…
      </Button>
      <Dialog title="Terms" isOpen={shown === 'terms'} onClose={close}>
        <TermsForm statement={statement} typing={terms} onClose={close} />
      </Dialog>
      <Dialog title="Payment received" isOpen={shown === 'payment'} onClose={close}>
        <PaymentForm statement={statement} typing={payment} onClose={close} />
      </Dialog>
    </div>
  )
}
