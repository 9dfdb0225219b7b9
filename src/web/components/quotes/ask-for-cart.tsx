import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { NewQuote } from '#features/quotes/schema.ts'
import { api } from '#web/lib/api.ts'
import { phoneOfDelivery } from '#web/components/cart/use-kept-delivery.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { tellIfClosed } from '#web/lib/closed-meanwhile.ts'
import { useDialogTyping, type DialogTyping } from '#web/lib/dialog-typing.ts'
import { createAttempts, type Attempts } from '#web/lib/idempotency.ts'
import { firstIssue, firstRefused, type Wrong } from '#web/lib/problem.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldNote, TextAreaField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'

type AskProps = { user: SessionUser; lines: NonNullable<NewQuote['lines']> }

/** Asks for a quote for everything in the cart. */
export function AskForCart({ user, lines }: AskProps) {
  const [isOpen, setOpen] = useState(false)
  const typing = useDialogTyping('ask-for-cart')
  // Of the cart, not of the form: the same request from a reopened dialog is still the same.
  const [attempts] = useState(createAttempts)
  return (
    <>
      <Button variant="outline" disabled={lines.length === 0} onClick={() => setOpen(true)}>
        Ask for a quote
      </Button>
      <Dialog title="Ask for a quote" isOpen={isOpen} onClose={() => setOpen(false)}>
        <AskForm user={user} lines={lines} typing={typing} attempts={attempts} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type FormProps = AskProps & { typing: DialogTyping; attempts: Attempts; onClose: () => void }

function AskForm({ user, lines, typing, attempts, onClose }: FormProps) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Wrong>()
  const form = useFirstWrong(problem)

  async function ask(typed: FormData): Promise<void> {
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    const note = text('note')
    const asked = NewQuote.safeParse({
      name: user.name,
      email: user.email,
      phone: text('phone'),
      lines,
      ...(note && { note }),
    })
    if (!asked.success) return setProblem(firstIssue(asked.error))
    setBusy(true)
    const restore = typing.send()
    try {
      const call = { json: asked.data, header: attempts.headerFor(asked.data) }
      const { _id } = await (await api.quote.$post(call)).json()
      attempts.done()
      // Whoever closed the dialog is busy with something else.
      if (form.current?.isConnected) await navigate(`/quote/${_id}`)
      else void notifySuccess('We have your request for a quote')
    } catch (error) {
      restore()
      setProblem(firstRefused(error))
      tellIfClosed(form.current, error)
      setBusy(false)
    }
    return undefined
  }
  const errorAt = (path: string) => (problem?.path === path ? problem.text : undefined)
  const isElsewhere = problem && !['phone', 'note'].includes(problem.path)
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onChange={typing.keep}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void ask(new FormData(event.currentTarget))
      }}
      className="grid gap-5"
    >
      <p className="text-ink-2">
        We’ll look at all products in your order and write back with our best prices. Nothing is ordered.
      </p>
      <Field
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="+880"
        defaultValue={typing.of('phone', phoneOfDelivery(user.id))}
        error={errorAt('phone')}
      />
      <TextAreaField
        label="Note"
        name="note"
        rows={3}
        defaultValue={typing.of('note')}
        hint="Optional: a target price, a date, a label with your name."
        error={errorAt('note')}
      />
      <FieldNote id="ask-problem" error={isElsewhere ? problem.text : undefined} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Sending">
          Ask
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  )
}
