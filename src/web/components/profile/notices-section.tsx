import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { noticeTopics, StaffNotices, type NoticeMode, type NoticeTopic } from '#features/staff-day/schema.ts'
import { api } from '#web/lib/api.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote, SelectField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Section } from './section.tsx'

const modes: Record<NoticeMode, string> = {
  'at-once': 'At once',
  daily: 'Once a day, at eight',
  off: 'Not by e-mail',
}

const topics: Record<NoticeTopic, string> = {
  orders: 'New orders',
  quotes: 'Requests for a quote',
  stock: 'Products running low',
  failures: 'Failed mail and refunds, disputes',
}

/** For staff: which notices they get by mail, and how soon. */
export function NoticesSection({ notices }: { notices: StaffNotices }) {
  const form = useForm({ resolver: zodResolver(StaffNotices), defaultValues: notices })
  const { errors, isSubmitting } = form.formState

  async function save(json: StaffNotices): Promise<void> {
    try {
      await api.staff.notices.$put({ json })
      void notifySuccess('Your notices were saved.')
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <Section title="Notices by e-mail">
      <form method="post" noValidate onSubmit={form.handleSubmit(save)} className="grid gap-5">
        {noticeTopics.map((topic) => (
          <SelectField key={topic} label={topics[topic]} {...form.register(topic)}>
            <Modes />
          </SelectField>
        ))}
        <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Saving">
          Save notices
        </Button>
        <FieldNote id="notices-problem" error={errors.root?.message} />
      </form>
    </Section>
  )
}

function Modes() {
  return Object.entries(modes).map(([mode, name]) => (
    <option key={mode} value={mode}>
      {name}
    </option>
  ))
}
