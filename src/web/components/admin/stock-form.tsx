import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { StockEntry } from '#features/inventory/schema.ts'
import { api } from '#web/lib/api.ts'
import { emptyWhatWasSent } from '#web/lib/empty-what-was-sent.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { counted } from '#web/ui/format.ts'
import { notifySuccess } from '#web/ui/notify.ts'
import { asNumber, NumberField } from '#web/ui/number-field.tsx'
import { Spoken } from '#web/ui/spoken.tsx'

const words = {
  received: {
    title: 'Goods came in',
    label: 'Received',
    hint: 'This number is added to the stock.',
    note: 'Such as the delivery number.',
    submit: 'Add to stock',
  },
  counted: {
    title: 'Stock was counted',
    label: 'Counted',
    hint: 'The stock is set to this number. Leave out the pieces of orders that are still to be sent.',
    note: 'Such as why it differs.',
    submit: 'Set the stock',
  },
}

type StockFormProps = { tool: Pick<Tool, '_id' | 'name' | 'available_quantity'>; field: keyof typeof words }

/** Enters stock received or counted; asks before setting it to 0. A retry after a lost answer does not enter it twice. */
export function StockForm({ tool, field }: StockFormProps) {
  const { title, label, hint, note, submit } = words[field]
  const [attempts] = useState(createAttempts)
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  const form = useForm<StockEntry>({ resolver: zodResolver(StockEntry), defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  // A count from before some were sold would put them back.
  const seen = field === 'counted' ? `:${tool.available_quantity}` : ''
  const discard = useKeptTyping(`stock-${field}:${tool._id}${seen}`, form)

  async function enter(json: StockEntry): Promise<void> {
    const empty = emptyWhatWasSent(form)
    try {
      const call = { param: { toolId: tool._id }, json, header: attempts.headerFor(json) }
      const answer = await api.tool[':toolId'].stock.$post(call)
      const { available_quantity: now } = await answer.json()
      // The same number again is now another delivery.
      attempts.done()
      empty()
      if (!form.formState.isDirty) discard()
      void notifySuccess(`There ${now === 1 ? 'is' : 'are'} now ${counted(now, 'piece')} in stock.`)
      await revalidate()
    } catch (error) {
      showProblem(form, error)
    }
    setAsking(false)
  }
  const enterOrAsk = (entry: StockEntry) =>
    entry.counted === 0 && tool.available_quantity > 0 ? setAsking(true) : enter(entry)

  return (
    <section aria-labelledby={`stock-${field}`}>
      <h2 id={`stock-${field}`} className="text-h3">
        {title}
      </h2>
      <form method="post" noValidate onSubmit={form.handleSubmit(enterOrAsk)} className="grid gap-5 pt-5">
        <NumberField
          label={label}
          hint={hint}
          inputMode="numeric"
          error={errors[field]?.message}
          {...form.register(field, asNumber)}
        />
        <Field label="Note" hint={note} autoComplete="off" error={errors.note?.message} {...form.register('note')} />
        <FieldNote id={`stock-${field}-problem`} error={errors.root?.message} />
        <Button type="submit" variant="outline" className="w-fit" busy={isSubmitting} busyLabel="Saving">
          {submit}
        </Button>
      </form>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={asking}
        confirmLabel="Set to 0"
        keepLabel="Keep it"
        busy={isSubmitting}
        busyLabel="Saving"
        onConfirm={() => void form.handleSubmit(enter)()}
        onClose={() => setAsking(false)}
      >
        <Spoken>{tool.name}</Spoken> will be out of stock: nobody can order any of the{' '}
        {counted(tool.available_quantity, 'piece')} that are there now.
      </ConfirmDialog>
    </section>
  )
}
