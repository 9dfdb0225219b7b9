import { useState, type SubmitEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { Statement } from '#features/receivables/schema.ts'
import type { DialogTyping } from '#web/lib/dialog-typing.ts'
import { firstIssue, firstRefused, type Wrong } from '#web/lib/problem.ts'
import { closeIfOpen, tellIfClosed } from '#web/lib/closed-meanwhile.ts'
import { notifySuccess } from '#web/ui/notify.ts'

export type AccountFormProps = { statement: Statement; typing: DialogTyping; onClose: () => void }

type Parts<Value> = {
  schema: z.ZodType<Value>
  /** The form's values in the shape of the request. */
  read: (form: FormData) => unknown
  send: (value: Value) => Promise<unknown>
  done: string
  typing: DialogTyping
  onDone: () => void
}

/** A form in a dialog: shows problems at their fields, keeps what was typed, and reloads the account when done. */
export function useAccountForm<Value>({ schema, read, send, done, typing, onDone }: Parts<Value>) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ field: string; text: string }>()
  const tell = ({ path, text }: Wrong) => setProblem({ field: path.split('.')[0] ?? '', text })

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const asked = schema.safeParse(read(new FormData(form)))
    if (!asked.success) return tell(firstIssue(asked.error))
    setBusy(true)
    const restore = typing.send()
    try {
      await send(asked.data)
      void notifySuccess(done)
      closeIfOpen(form, onDone)
      await revalidate()
    } catch (error) {
      restore()
      tell(firstRefused(error))
      tellIfClosed(form, error)
      setBusy(false)
    }
    return undefined
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined)
  /** The problem, if it belongs to none of these fields. */
  const errorBeside = (fields: readonly string[]) =>
    problem && !fields.includes(problem.field) ? problem.text : undefined
  return { problem, submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event), busy, errorOf, errorBeside }
}
