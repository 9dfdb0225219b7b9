import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { OrderNote } from '#features/orders/desk-schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { emptyWhatWasSent } from '#web/lib/empty-what-was-sent.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote, TextAreaField } from '#web/ui/field.tsx'

/** Notes of staff for each other. */
export function OrderNotes({ order }: { order: Order }) {
  const { revalidate } = useRevalidator()
  const [attempts] = useState(createAttempts)
  const form = useForm<OrderNote>({ resolver: zodResolver(OrderNote), defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const discard = useKeptTyping(`note:${order._id}`, form)

  async function add(json: OrderNote): Promise<void> {
    const empty = emptyWhatWasSent(form)
    try {
      const call = { param: { orderId: order._id }, json }
      await api.order[':orderId'].note.$post({ ...call, header: attempts.headerFor(call) })
      attempts.done()
      empty()
      if (!form.getValues('note')) discard()
      await revalidate()
    } catch (error) {
      showProblem(form, error)
    }
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(add)} className="grid max-w-[560px] gap-4 pt-6">
      <TextAreaField
        label="Note"
        hint="For staff only: the buyer does not see it."
        data-note
        error={errors.note?.message}
        {...form.register('note')}
      />
      <FieldNote id="order-note-problem" error={errors.root?.message} />
      <Button type="submit" variant="outline" className="w-fit" busy={isSubmitting} busyLabel="Adding">
        Add note
      </Button>
    </form>
  )
}
