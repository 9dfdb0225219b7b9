import { useState, type SubmitEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { ApiProblem, problemText } from '#web/lib/problem.ts'
import { notifySuccess } from '#web/ui/notify.ts'

type Parts<Value> = {
  schema: z.ZodType<Value>
  /** What the form says, as the call takes it. */
  read: (form: FormData) => unknown
  send: (value: Value) => Promise<unknown>
  done: string
  onDone: () => void
}

/** A form of a dialog: says at its field what is wrong, keeps what was typed, and shows the account as it is then. */
export function useAccountForm<Value>({ schema, read, send, done, onDone }: Parts<Value>) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ field?: string; text: string }>()

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const asked = schema.safeParse(read(new FormData(event.currentTarget)))
    if (!asked.success) {
      const [issue] = asked.error.issues
      return setProblem({ field: String(issue?.path[0] ?? ''), text: issue?.message ?? '' })
    }
    setBusy(true)
    try {
      await send(asked.data)
      void notifySuccess(done)
      onDone()
      await revalidate()
    } catch (error) {
      const [first] = error instanceof ApiProblem ? error.errors : []
      setProblem({
        ...(first && { field: first.path.split('.')[0] ?? '' }),
        text: first?.message ?? problemText(error),
      })
      setBusy(false)
    }
    return undefined
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined)
  /** What belongs to none of these fields. */
  const errorBeside = (fields: readonly string[]) =>
    problem && !fields.includes(problem.field ?? '') ? problem.text : undefined
  return { problem, submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event), busy, errorOf, errorBeside }
}
