import { useId, useState } from 'react'
import { site } from '#content/site.ts'
import { NewPayment } from '#features/receivables/schema.ts'
import { dayOf, lastDay } from '#shared/days.ts'
import { decimalsOf, formatMoney } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { api } from '#web/lib/api.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { useAccountForm, type AccountFormProps } from './use-account-form.ts'

const fields = ['amount', 'reference', 'receivedAt', 'orders']

/** Enters a payment made other than by card. If no order is chosen, it pays off the longest due first. */
export function PaymentForm({ statement, typing, onClose }: AccountFormProps) {
  const { email, open, currency } = statement
  const id = useId()
  const [today] = useState(() => dayOf(new Date(), site.timeZone))
  const [attempts] = useState(createAttempts)
  const form = useAccountForm({
    schema: NewPayment,
    read: (typed) => {
      const text = (name: string) => String(typed.get(name) ?? '').trim()
      const orders = typed.getAll('orders').map(String)
      return {
        email,
        amount: numberIn(text('amount'), decimalsOf(currency)),
        reference: text('reference'),
        receivedAt: text('receivedAt'),
        ...(orders.length > 0 && { orders }),
      }
    },
    send: (json) => api.payment.$post({ json, header: attempts.headerFor(json) }),
    done: 'The payment was entered',
    typing,
    onDone: onClose,
  })
  const ref = useFirstWrong(form.problem)
  return (
    <form ref={ref} method="post" noValidate onChange={typing.keep} onSubmit={form.submit} className="grid gap-5">
      <Field
        label={`Amount in ${currency.toUpperCase()}`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typing.of('amount')}
        hint="Use a minus for credit you paid back to them."
        error={form.errorOf('amount')}
      />
      <Field
        label="Reference"
        name="reference"
        autoComplete="off"
        defaultValue={typing.of('reference')}
        hint="As the bank shows it. The buyer sees it on the statement."
        error={form.errorOf('reference')}
      />
      <Field
        label="Received on"
        name="receivedAt"
        type="date"
        max={lastDay}
        defaultValue={typing.of('receivedAt', today)}
        error={form.errorOf('receivedAt')}
      />
      {open.length > 0 && (
        <fieldset className="grid gap-2" aria-describedby={`${id}-orders`}>
          <legend className="field-label">Orders to pay first</legend>
          <div className="grid max-h-56 gap-2 overflow-y-auto">
            {open.slice(0, 100).map(({ _id, number, owed }) => (
              <label key={_id} className="flex items-center gap-3">
                <input type="checkbox" name="orders" value={_id} defaultChecked={typing.isTicked('orders', _id)} />
                <span>
                  {number}, {formatMoney(owed, currency)} open
                </span>
              </label>
            ))}
          </div>
          <FieldNote
            id={`${id}-orders`}
            hint="The rest goes to the orders due first, then to the next order."
            error={form.errorOf('orders')}
          />
        </fieldset>
      )}
      <FieldNote id={`${id}-problem`} error={form.errorBeside(fields)} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" variant="primary" busy={form.busy} busyLabel="Entering">
          Enter payment
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  )
}
