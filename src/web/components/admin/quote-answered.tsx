import { isOpen } from '#features/quotes/rules.ts'
import type { Quote } from '#features/quotes/schema.ts'
import { api } from '#web/lib/api.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format.ts'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'

/** Whether a request was answered and by whom, with the button to mark it so or, while the quote is open, to undo that. */
export function QuoteAnswered({ quote: { _id, name, answeredAt, answeredBy, state } }: { quote: Quote }) {
  const { isRunning, attempt } = useAttempt()
  const label = answeredAt ? 'Mark as unanswered' : 'Mark as answered'

  const mark = () =>
    attempt('mark', async () => {
      const call = api.quote[':quoteId'].answered
      await (answeredAt ? call.$delete : call.$post)({ param: { quoteId: _id } })
      void notifySuccess(answeredAt ? `${name} waits for an answer again` : `The request from ${name} is answered`)
    })

  return (
    <>
      {answeredAt && (
        <span className="block pb-2 text-small wrap-anywhere whitespace-normal text-ink-2">
          <span className="whitespace-nowrap">Answered {formatDate(answeredAt)}</span>
          {answeredBy !== null && (
            <>
              {' '}
              by <Spoken>{answeredBy}</Spoken>
            </>
          )}
        </span>
      )}
      {(!answeredAt || isOpen(state)) && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${label}: ${name}`}
          busy={isRunning('mark')}
          busyLabel="Saving"
          onClick={() => void mark()}
        >
          {label}
        </Button>
      )}
    </>
  )
}
