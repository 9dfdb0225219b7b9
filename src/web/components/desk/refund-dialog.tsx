import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { RefundRequest } from '#features/payments/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { decimalsOf, formatMoney } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { api } from '#web/lib/api.ts'
import { useDialogTyping, type DialogTyping } from '#web/lib/dialog-typing.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { refundSum } from '#web/lib/refund-sum.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { firstIssue, firstRefused, isRefused, type Wrong } from '#web/lib/problem.ts'
import { closeIfOpen, tellIfClosed } from '#web/lib/closed-meanwhile.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { LineBoxes, linesIn, problemAt, type BoxesProblem, type Pieces } from './line-boxes.tsx'

type RefundProps = {
  order: Order
  /** Whether it was paid by card: if not, refunds are credited to the account. */
  byCard: boolean
  disputed: boolean
  onClose: () => void
}

/** Asks how much to refund, for which pieces, why, and whether those go back on sale. */
export function RefundDialog({ isOpen, ...props }: RefundProps & { isOpen: boolean }) {
  const typing = useDialogTyping(`refund:${props.order._id}`)
  return (
    <Dialog title="Refund" isOpen={isOpen} onClose={props.onClose}>
      <RefundForm typing={typing} {...props} />
    </Dialog>
  )
}

const backToCard = 'goes back to the card'
const backToAccount = 'is credited to the account'

const ways = ['all', 'pieces', 'amount'] as const
type How = (typeof ways)[number]

function RefundForm({ order, byCard, disputed, typing, onClose }: RefundProps & { typing: DialogTyping }) {
  const { revalidate } = useRevalidator()
  const [how, setHow] = useState<How>(() => ways.find((way) => way === typing.of('how')) ?? 'all')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<BoxesProblem>()
  const form = useFirstWrong(problem)
  const [attempts] = useState(createAttempts)
  const id = useId()
  const left = order.totalAmount - order.refundedAmount
  const sum = useSum(form, order, how)
  const lines = order.lines
    .map((line) => ({ ...line, most: line.quantity - line.refunded }))
    .filter(({ most }) => most > 0)

  async function refund(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    const pieces = linesIn(said, order.lines)
    const tell = (wrong: Wrong) => setProblem(problemAt(wrong, pieces))
    const refundedAmount = typing.since(order.refundedAmount)
    const asked = RefundRequest.safeParse(refundIn(said, pieces, how, { ...order, refundedAmount }))
    if (!asked.success) return tell(firstIssue(asked.error))
    setBusy(true)
    const restore = typing.send()
    try {
      const call = {
        param: { orderId: order._id },
        json: asked.data,
        header: attempts.headerFor(asked.data),
      }
      const made = await (await api.order[':orderId'].refund.$post(call)).json()
      if (made.state === 'failed') void notifyError('The card provider refused the refund. See Payments to check.')
      else void notifySuccess(`${formatMoney(made.amount, made.currency)} ${byCard ? backToCard : backToAccount}`)
      // The button that opened the dialog may be gone: nothing is left to refund.
      passFocusOn('main h1')
      closeIfOpen(form.current, onClose)
      await revalidate()
      typing.seeNow()
    } catch (error) {
      restore()
      // Somebody else made a refund, or something arrived: what is left is shown before staff decide again.
      if (isRefused(error)) {
        await revalidate()
        typing.seeNow()
      }
      tell(firstRefused(error))
      tellIfClosed(form.current, error)
      setBusy(false)
    }
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined)
  const isElsewhere = problem && !['amount', 'lines', 'reason'].includes(problem.field)
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onChange={(event) => {
        typing.keep(event, order.refundedAmount)
        sum.count()
      }}
      onSubmit={(event) => void refund(event)}
      className="grid gap-5"
    >
      {disputed && (
        <p className="max-w-[34em]">
          The buyer’s bank has opened a dispute over this payment. While the bank decides it, no refund can be sent.
        </p>
      )}
      <fieldset className="grid gap-2">
        <legend className="field-label">What to refund</legend>
        <Way how="all" chosen={how} onChoose={setHow} first>
          All that is left, {formatMoney(left, order.currency)}
        </Way>
        <Way how="pieces" chosen={how} onChoose={setHow}>
          Some of the pieces
        </Way>
        <Way how="amount" chosen={how} onChoose={setHow}>
          An amount
        </Way>
      </fieldset>
      {how === 'pieces' && (
        <LineBoxes
          legend="Pieces"
          legendClass="sr-only"
          lines={lines}
          initially={() => 0}
          typing={typing}
          noteId={`${id}-lines`}
          error={problem?.field === 'lines' ? problem : undefined}
        />
      )}
      {how === 'amount' && (
        <Field
          label={`Amount in ${order.currency.toUpperCase()}`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typing.of('amount')}
          error={errorOf('amount')}
        />
      )}
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        defaultValue={typing.of('reason')}
        hint="The buyer sees it too."
        error={errorOf('reason')}
      />
      {how !== 'amount' && (
        <label className="flex items-center gap-3">
          <input type="checkbox" name="restock" defaultChecked={typing.isTicked('restock')} />
          The pieces go back on sale
        </label>
      )}
      <FieldNote id={`${id}-problem`} error={isElsewhere ? problem.text : undefined} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" variant="destructive" busy={busy} busyLabel="Refunding">
          Refund {sum.shown}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  )
}

/** The sum that would go back, as long as what is typed comes to one: `count` reads it from the form. */
function useSum(form: RefObject<HTMLFormElement | null>, order: Order, how: How) {
  const [sum, setSum] = useState<number>()
  function count(): void {
    if (!form.current) return
    const said = new FormData(form.current)
    // The reason may come last.
    const wanted = { ...refundIn(said, linesIn(said, order.lines), how, order), reason: 'Not yet known' }
    const asked = RefundRequest.safeParse(wanted)
    setSum(asked.success ? refundSum(order, asked.data) : undefined)
  }
  const begin = useEffectEvent(count)
  useEffect(() => begin(), [how, order])
  return { count, shown: sum === undefined ? '' : formatMoney(sum, order.currency) }
}

type WayProps = { how: How; chosen: How; onChoose: (how: How) => void; first?: boolean; children: ReactNode }

function Way({ how, chosen, onChoose, first, children }: WayProps) {
  return (
    <label className="flex items-center gap-3">
      <input
        type="radio"
        name="how"
        value={how}
        checked={how === chosen}
        onChange={() => onChoose(how)}
        data-first={first || undefined}
      />
      <span>{children}</span>
    </label>
  )
}

/** The form's values in the shape of the request. */
function refundIn(form: FormData, pieces: Pieces, how: How, { refundedAmount, currency }: Order): object {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    ...(how === 'pieces' && { lines: pieces }),
    ...(how === 'amount' && { amount: numberIn(text('amount'), decimalsOf(currency)) }),
    reason: text('reason'),
    restock: form.get('restock') === 'on',
    refundedAmount,
  }
}
