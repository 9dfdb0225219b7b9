import { data, useLocation } from 'react-router'
import { z } from 'zod'
import { site } from '#content/site.ts'
import type { MailMessage, Withheld } from '#features/mails/schema.ts'
import { langOf } from '#shared/language.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { kindInWords, MailBadge, triesOf } from '#web/components/admin/mail-state.tsx'
import { SendAgain } from '#web/components/admin/send-again.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { TextLink } from '#web/ui/button.tsx'
import { LabelledRows } from '#web/ui/labelled-rows.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { formatShopMoment } from '#web/ui/shop-moment.ts'
import type { Route } from './+types/mail'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { mail: await mailById(params.mailId) }
}

/** @throws 404 for a mail that does not exist. */
async function mailById(id: string): Promise<MailMessage> {
  try {
    return await (await api.mails[':mailId'].$get({ param: { mailId: encodeURIComponent(id) } })).json()
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 404 ? data(undefined, { status: 404 }) : error
  }
}

export const meta = () => [{ title: `Mail · ${site.name}` }]

/** The list's query when the user left it, kept in the browser's history entry. */
const From = z.object({ from: z.string() })

/** One mail: its state, and its text as sent. */
export default function MailPage({ loaderData: { mail } }: Route.ComponentProps) {
  const { state } = useLocation()
  return (
    <>
      <p className="mb-4">
        <TextLink to={`/dashboard/mails${From.safeParse(state).data?.from ?? ''}`}>All mail</TextLink>
      </p>
      <AdminHeading title={<Unbroken>{mail.subject}</Unbroken>}>
        {mail.sendable && <SendAgain mail={mail} />}
      </AdminHeading>
      <LabelledRows rows={rowsOf(mail)} />
      <h2 className="pt-10 pb-4 text-h3">As it was sent</h2>
      {mail.withheld ? (
        <p className="max-w-[34em] text-ink-2">{whyWithheld[mail.withheld]}</p>
      ) : (
        <pre className="mail-text" lang={langOf(mail.text ?? '')}>
          {mail.text}
        </pre>
      )}
    </>
  )
}

const whyWithheld: Record<Withheld, string> = {
  link: 'This e-mail holds a link into its recipient’s account, so only they can read it.',
  age: 'The text of an e-mail is kept for 90 days. This one is older.',
}

function rowsOf(mail: MailMessage) {
  const { state, sentAt, failedAt, createdAt, kind, recipient, about } = mail
  const rows = [
    { key: 'to', label: 'To', value: recipient },
    { key: 'state', label: 'State', value: <MailBadge state={state} /> },
    { key: 'tries', label: 'Tries', value: triesOf(mail) },
    { key: 'kind', label: 'Kind', value: kindInWords(kind) },
    { key: 'written', label: 'Written', value: formatShopMoment(createdAt) },
  ]
  if (sentAt) rows.push({ key: 'sent', label: 'Sent', value: formatShopMoment(sentAt) })
  if (failedAt) rows.push({ key: 'failed', label: 'Given up', value: formatShopMoment(failedAt) })
  const [, orderId] = /^order:(.+)$/.exec(about ?? '') ?? []
  if (orderId) {
    rows.push({
      key: 'about',
      label: 'About',
      value: <TextLink to={`/dashboard/orders/${orderId}`}>The order</TextLink>,
    })
  } else if (about) rows.push({ key: 'about', label: 'About', value: about })
  return rows
}
