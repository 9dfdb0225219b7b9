import { useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { CreditState } from '#features/credit/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { counted, formatDate } from '#web/ui/format.ts'

type PayChoiceProps = {
  field: UseFormRegisterReturn<'payBy'>
  /** In major units. */
  total: number
  holdHours: number
  error: string | undefined
}

/** Card or on account, for users with terms; for everybody else, what happens next. */
export function PayChoice({ field, total, holdHours, error }: PayChoiceProps) {
  const credit = useOwnCredit()
  const byCard = `You pay by card on the next page. We hold the stock for ${counted(holdHours, 'hour')}.`
  if (!credit?.terms) return <p className="text-small text-ink-3">{byCard}</p>
  return (
    <fieldset className="grid gap-3" aria-describedby="pay-problem">
      <legend className="field-label">How you pay</legend>
      <label className="flex items-baseline gap-3">
        <input type="radio" value="card" defaultChecked {...field} />
        <span>
          By card <span className="block text-small text-ink-2">{byCard}</span>
        </span>
      </label>
      <label className="flex items-baseline gap-3">
        <input type="radio" value="invoice" {...field} />
        <span>
          On account <span className="block text-small text-ink-2">{onAccount(credit, total)}</span>
        </span>
      </label>
      <FieldNote id="pay-problem" error={error} />
    </fieldset>
  )
}

/** When payment is due, and whether the order fits the credit limit. */
function onAccount({ dueAt, available, currency }: CreditState, total: number): string {
  const left = formatMoney(available, currency)
  const room =
    total > available
      ? `This order is more than the ${left} left of your credit limit.`
      : `You have ${left} left of your credit limit.`
  return `${dueAt ? `You pay by ${formatDate(dueAt)}. ` : ''}${room}`
}

/** Without an answer, only the card is offered. */
function useOwnCredit(): CreditState | undefined {
  const [credit, setCredit] = useState<CreditState>()
  const userId = useSession()?.id
  useEffect(() => {
    if (userId === undefined) return undefined
    let isOver = false
    ownCredit().then(
      (loaded) => isOver || setCredit(loaded),
      () => undefined,
    )
    return () => void (isOver = true)
  }, [userId])
  return credit
}

const ownCredit = async (): Promise<CreditState> => (await api.credit.$get()).json()
