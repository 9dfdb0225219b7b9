import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { site } from '#content/site.ts'
import { NewReview } from '#features/reviews/schema.ts'
import { api } from '#web/lib/api.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { requireSession } from '#web/lib/guards.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, TextAreaField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { RatingInput } from '#web/ui/rating-input.tsx'
import type { Route } from './+types/add-review'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return null
}

export const meta = () => [{ title: `Add a Review · ${site.name}` }]

export default function AddReviewPage() {
  return (
    <>
      <h1 className="text-h1-quiet">Add a Review</h1>
      <p className="mt-4 max-w-[34em] text-ink-2">Your review appears on the home page under the name you give here.</p>
      <ReviewForm />
    </>
  )
}

function ReviewForm() {
  const form = useForm({ resolver: zodResolver(NewReview) })
  const { ref, ...rating } = useController({ control: form.control, name: 'rating' }).field
  const { errors, isSubmitting } = form.formState

  async function send(review: NewReview): Promise<void> {
    try {
      await api.addreview.$post({ json: review })
      void notifySuccess('Thank you. Your review is now on the home page.')
      form.reset()
    } catch (error) {
      showProblem(form, error)
    }
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="mt-8 grid max-w-[560px] gap-5">
      <Field label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
      <TextAreaField
        label="Description"
        rows={5}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <RatingInput
        label="Rating"
        ref={ref}
        name={rating.name}
        value={rating.value}
        onChange={rating.onChange}
        error={errors.rating?.message}
      />
      <Button type="submit" variant="primary" className="justify-self-start" busy={isSubmitting} busyLabel="Sending">
        Send review
      </Button>
      <FieldNote id="review-problem" error={errors.root?.message} />
    </form>
  )
}
