import { useState, type SubmitEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { problemText } from '#web/lib/problem.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { keepTypedAbout, typedAbout, writeAbout } from '#web/lib/quote-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'

/** A message to the other party. What was typed stays until it is sent. */
export function QuoteMessageBox({ quote: { _id, isStaff } }: { quote: WholeQuote }) {
  const { revalidate } = useRevalidator()
  const [text, setText] = useState(() => typedAbout(_id))
  const [problem, setProblem] = useState<{ text: string }>()
  const form = useFirstWrong(problem)
  const [attempts] = useState(createAttempts)
  const [busy, setBusy] = useState(false)

  function type(words: string): void {
    setText(words)
    keepTypedAbout(_id, words)
  }
  async function send(): Promise<void> {
    if (text.trim() === '') return setProblem({ text: 'Write something' })
    setBusy(true)
    try {
      await writeAbout(_id, text, attempts.headerFor({ _id, text }))
      attempts.done()
      // Text typed meanwhile belongs to the next message.
      setText((now) => (now === text ? '' : now))
      if (typedAbout(_id) === text) keepTypedAbout(_id, '')
      setProblem(undefined)
      void notifySuccess('Your message was sent')
      await revalidate()
    } catch (error) {
      setProblem({ text: problemText(error) })
    }
    setBusy(false)
    return undefined
  }
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void send()
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid justify-items-start gap-4 pt-8">
      <TextAreaField
        label={isStaff ? 'Write to the buyer' : 'Write to us'}
        className="w-full max-w-[640px]"
        rows={3}
        value={text}
        hint={isStaff && 'They get it by e-mail.'}
        onChange={({ target }) => type(target.value)}
        error={problem?.text}
      />
      <Button type="submit" busy={busy} busyLabel="Sending">
        Send message
      </Button>
    </form>
  )
}
