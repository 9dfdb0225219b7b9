import { zodResolver } from '@hookform/resolvers/zod'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Password, type Profile } from '#features/accounts/schema.ts'
import { YourPassword } from '#web/components/factors/your-password.tsx'
import { api } from '#web/lib/api.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { forgetSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function DataSection({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  const { run, busy, problem } = useAction(download)
  return (
    <Section title="Your data">
      <p className="mb-5 text-ink-2">
        A file with everything the shop keeps about you: profile, orders, reviews, requests for a quote, devices and
        what happened to your account.
      </p>
      <Button variant="outline" busy={busy} busyLabel="Preparing" onClick={run}>
        <Download size={18} strokeWidth={1.75} aria-hidden /> Download my data
      </Button>
      <FieldNote id="download-problem" error={problem} />
      <p className="mt-8 mb-5 text-ink-2">Deleting your account cannot be undone.</p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <Dialog title="Delete your account?" isOpen={asking} onClose={() => setAsking(false)}>
        <ErasureForm hasPassword={profile.hasPassword} onClose={() => setAsking(false)} />
      </Dialog>
    </Section>
  )
}

async function download(): Promise<void> {
  const answer = await api.profile.export.$get()
  saveAs(await answer.blob(), 'my-data.json')
}

const Proof = z.object({ password: Password })
const NoProof = z.object({ password: z.string().optional() })

/** Says what is deleted and what is kept, and asks for the password if there is one. */
function ErasureForm({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<z.infer<typeof NoProof>>({ resolver: zodResolver(hasPassword ? Proof : NoProof) })
  const { errors, isSubmitting } = form.formState

  async function erase({ password }: z.infer<typeof NoProof>): Promise<void> {
    try {
      await api.profile.$delete({ json: hasPassword ? { password } : {} })
    } catch (error) {
      return showProblem(form, error)
    }
    forgetSession()
    await navigate('/')
    void notifySuccess('Your account was deleted.')
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(erase)}>
      <ul className="mb-5 grid list-disc gap-2 pl-5 text-ink-2">
        <li>
          Your name, e-mail, addresses, phone numbers and requests for a quote are erased. You are signed out
          everywhere.
        </li>
        <li>Orders that are not paid are cancelled.</li>
        <li>
          Other orders stay without your name, and invoices stay as they were issued: the law requires both. Your
          reviews stay under the name “Former customer”.
        </li>
      </ul>
      {hasPassword && <YourPassword data-first error={errors.password?.message} {...form.register('password')} />}
      <FieldNote id="erasure-problem" error={errors.root?.message} />
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button type="submit" variant="destructive" busy={isSubmitting} busyLabel="Deleting">
          Delete it
        </Button>
        <Button data-first={hasPassword ? undefined : true} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
