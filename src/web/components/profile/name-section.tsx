import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { Signup, type Profile } from '#features/accounts/schema.ts'
import { changeName } from '#web/lib/account-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { renewToken } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Section } from './section.tsx'

const NameForm = Signup.pick({ name: true })

export function NameSection({ profile }: { profile: Profile }) {
  const form = useForm({ resolver: zodResolver(NameForm), defaultValues: { name: profile.name } })
  const discard = useKeptTyping('profile:name', form)
  const { revalidate } = useRevalidator()
  const { errors, isSubmitting } = form.formState

  async function save({ name }: Pick<Profile, 'name'>): Promise<void> {
    try {
      await changeName(name)
      discard()
      await renewToken()
      await revalidate()
      void notifySuccess('Your name was changed.')
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <Section title="Your name">
      <form method="post" noValidate onSubmit={form.handleSubmit(save)} className="grid gap-5">
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Saving">
          Save name
        </Button>
        <FieldNote id="name-problem" error={errors.root?.message} />
      </form>
    </Section>
  )
}
