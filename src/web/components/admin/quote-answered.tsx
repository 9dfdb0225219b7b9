import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Quote } from '#features/quotes/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format.ts'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'

/** Whether a request was answered, and the way to note that it was, or was not after all. */
export function QuoteAnswered({ quote: { _id, name, answeredAt } }: { quote: Quote }) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function mark(): Promise<void> {
    setBusy(true)
    const call = api.quote[':quoteId'].answered
    try {
      await (answeredAt ? call.$delete : call.$post)({ param: { quoteId: _id } })
      void notifySuccess(answeredAt ? `${name} waits for an answer again` : `The request of ${name} is answered`)
    } catch (error) {
      void notifyError(problemText(error))
    }
    // Also after a failure: somebody else may have answered it meanwhile.
    await revalidate()
    setBusy(false)
  }

  return (
    <>
      {answeredAt && <span className="block pb-2 text-small text-ink-2">Answered {formatDate(answeredAt)}</span>}
      <Button
        variant="outline"
        size="small"
        aria-label={answeredAt ? `Take back the answer to ${name}` : `Mark as answered: ${name}`}
        busy={busy}
        busyLabel="Saving"
        onClick={() => void mark()}
      >
        {answeredAt ? 'Take back' : 'Mark as answered'}
      </Button>
    </>
  )
}
