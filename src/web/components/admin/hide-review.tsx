import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { HiddenReview, type Review } from '#features/reviews/schema.ts'
import { api } from '#web/lib/api.ts'
import { useDialogTyping, type DialogTyping } from '#web/lib/dialog-typing.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { closeIfOpen, tellIfClosed } from '#web/lib/closed-meanwhile.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'

/** Hides a review from everybody, after asking for a reason. */
export default function HideReview({ review }: { review: Review }) {
  const [asking, setAsking] = useState(false)
  const typing = useDialogTyping(`hide-review:${review._id}`)
  return (
    <>
      <button
        type="button"
        className="text-link ml-auto text-small"
        aria-label={`Hide the review by ${review.name}`}
        onClick={() => setAsking(true)}
      >
        Hide
      </button>
      <Dialog title="Hide this review?" isOpen={asking} onClose={() => setAsking(false)}>
        <ReasonForm review={review} typing={typing} onClose={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

/** The button at the review that takes the place of the one that holds this form, or at the last: the page stays where it is. */
function afterReview(form: Element | null): string[] {
  const review = form?.closest('.review')
  const place = review ? [...(review.parentElement?.children ?? [])].indexOf(review) + 1 : 0
  return [`.review:nth-child(${place}) button`, '.review:last-child button']
}

type ReasonProps = { review: Review; typing: DialogTyping; onClose: () => void }

function ReasonForm({ review, typing, onClose }: ReasonProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<HiddenReview>({
    resolver: zodResolver(HiddenReview),
    defaultValues: { reason: typing.of('reason') },
  })
  const { errors, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)

  async function hide(json: HiddenReview): Promise<void> {
    const restore = typing.send()
    try {
      await api.review[':reviewId'].$delete({ param: { reviewId: review._id }, json })
      void notifySuccess('The review is hidden')
      passFocusOn(...afterReview(element.current), 'main h1')
      closeIfOpen(element.current, onClose)
      await revalidate()
    } catch (error) {
      restore()
      showProblem(form, error)
      tellIfClosed(element.current, error)
    }
  }

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onChange={typing.keep}
      onSubmit={(event) => void form.handleSubmit(hide)(event)}
      className="grid gap-5"
    >
      <p className="text-ink-2">
        The review by <Spoken>{review.name}</Spoken> will no longer be shown. It stays in the database with your reason.
      </p>
      <Field label="Reason" data-first error={errors.reason?.message} {...form.register('reason')} />
      <FieldNote id="hide-review-problem" error={errors.root?.message} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" variant="destructive" busy={isSubmitting} busyLabel="Hiding">
          Hide
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </form>
  )
}
