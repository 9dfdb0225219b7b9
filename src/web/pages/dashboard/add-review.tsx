import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useController, useForm, type Control } from 'react-hook-form'
import { site } from '#content/site.ts'
import { NewReview } from '#features/reviews/schema.ts'
import { api } from '#web/lib/api.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { requireSession } from '#web/lib/guards.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { currentUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, TextAreaField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { RatingInput } from '#web/ui/rating-input.tsx'
import type { Route } from './+types/add-review'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request)
  const toolId = new URL(request.url).searchParams.get('toolId') ?? undefined
  // A product no longer sold can be reviewed too; only its name is unknown here.
  const tool = toolId && (await api.tool[':toolId'].$get({ param: { toolId } }).catch(() => undefined))
  return { toolId, productName: tool ? (await tool.json()).name : undefined }
}

export const meta = () => [{ title: `Add a Review · ${site.name}` }]

export default function AddReviewPage({ loaderData: { toolId, productName } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h1-quiet">Add a Review</h1>
      <p className="mt-4 max-w-[34em] text-ink-2">
        {toolId === undefined
          ? 'Your review appears on the home page under the name you give here.'
          : `How do you like ${productName ?? 'the product'}? Your review appears on its page and the home page, under the name you give here.`}
      </p>
      <ReviewForm key={toolId} toolId={toolId} />
    </>
  )
}

function ReviewForm({ toolId }: { toolId: string | undefined }) {
  const form = useForm({ resolver: zodResolver(NewReview), defaultValues: { name: ownName() } })
  const { errors, isSubmitting } = form.formState
  const [attempts] = useState(createAttempts)
  const discard = useKeptTyping(`review:${toolId ?? 'shop'}`, form)

  async function send(review: NewReview): Promise<void> {
    try {
      const json = { ...review, toolId }
      await api.addreview.$post({ json, header: attempts.headerFor(json) })
      attempts.done()
      void notifySuccess('Thank you. Your review is now on the home page.')
      form.reset()
      discard()
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
      <Rating control={form.control} error={errors.rating?.message} />
      <Button type="submit" variant="primary" className="justify-self-start" busy={isSubmitting} busyLabel="Sending">
        Send review
      </Button>
      <FieldNote id="review-problem" error={errors.root?.message} />
    </form>
  )
}

/** The account's name, if a review may bear it. */
const ownName = () => NewReview.shape.name.safeParse(currentUser()?.name).data ?? ''

/** A separate component, so that the form registers its fields in their visible order: the first invalid one takes the focus. */
function Rating({ control, error }: { control: Control<NewReview>; error: string | undefined }) {
  const { ref, name, value, onChange } = useController({ control, name: 'rating' }).field
  return <RatingInput label="Rating" ref={ref} name={name} value={value} onChange={onChange} error={error} />
}
