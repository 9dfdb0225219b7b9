import { Link, useLocation } from 'react-router'
import type { MailSummary } from '#features/mails/schema.ts'
import { langOf } from '#shared/language.ts'
import { Table } from '#web/ui/table.tsx'
import { MailBadge, triesOf } from './mail-state.tsx'
import { SendAgain } from './send-again.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { formatShopMoment } from '#web/ui/shop-moment.ts'

/** The shop's mail, each with its state and the reason if it failed. In narrow layouts, everything fits in two columns. */
export function MailTable({ mails }: { mails: readonly MailSummary[] }) {
  return (
    <div className="admin-table">
      <Table caption="Mail">
        <thead>
          <tr>
            <th scope="col">Mail</th>
            <th scope="col" className="wide">
              State
            </th>
            <th scope="col" className="wide number">
              Written
            </th>
            <th scope="col">
              <span className="sr-only">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <MailRow key={mail._id} mail={mail} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function MailRow({ mail }: { mail: MailSummary }) {
  const { search } = useLocation()
  const { _id, subject, recipient, state, createdAt } = mail
  return (
    <tr className="align-top">
      <td className="wrap-anywhere">
        <Link
          to={`/dashboard/mails/${_id}`}
          state={{ from: search }}
          className="display block text-name hover:underline"
          lang={langOf(subject)}
        >
          <Unbroken>{subject}</Unbroken>
        </Link>
        <span className="block pt-1 text-small text-ink-2">{recipient}</span>
        <span className="narrow pt-2">
          <MailBadge state={state} />
        </span>
        <span className="narrow pt-1 text-small text-ink-2">{formatShopMoment(createdAt)}</span>
        {state !== 'sent' && <span className="block max-w-[34em] pt-2 text-small">{triesOf(mail)}</span>}
      </td>
      <td className="wide">
        <MailBadge state={state} />
      </td>
      <td className="wide number whitespace-nowrap text-ink-2">{formatShopMoment(createdAt)}</td>
      <td className="text-right">{mail.sendable && <SendAgain mail={mail} />}</td>
    </tr>
  )
}
