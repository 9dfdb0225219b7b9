import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { actionNames, type AuditEntry, type AuditQuery } from '#features/audit/schema.ts'
import { langOf } from '#shared/language.ts'
import { listAddress } from '#web/lib/list-page.ts'
import { formatInstant } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'
import { actorOf, browserIn, changesIn, subjectOf, type Change } from './audit-words.ts'

type AuditTableProps = { entries: readonly AuditEntry[]; shown: AuditQuery; currency: string }

/** The audit log, newest first. In narrow layouts, who, when and from where stand below the action. */
export function AuditTable({ entries, shown, currency }: AuditTableProps) {
  return (
    <div className="admin-table">
      <Table caption="Audit log">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="wide w-[34%]">
              Who
            </th>
            <th scope="col" className="wide">
              When, in Dhaka
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry._id} entry={entry} shown={shown} currency={currency} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function AuditRow({ entry, shown, currency }: { entry: AuditEntry; shown: AuditQuery; currency: string }) {
  const changes = changesIn(entry, currency)
  return (
    <tr className="align-top">
      <td className="wrap-anywhere">
        <span className="display block text-name">{actionNames[entry.action] ?? entry.action}</span>
        <Subject entry={entry} shown={shown} />
        {changes.length > 0 && <Changes changes={changes} />}
        <span className="narrow pt-2 text-small text-ink-2">
          <Who entry={entry} shown={shown} />
        </span>
        <span className="narrow text-small text-ink-2">{formatInstant(entry.at)} in Dhaka</span>
      </td>
      <td className="wide wrap-anywhere text-ink-2">
        <Who entry={entry} shown={shown} />
      </td>
      <td className="wide whitespace-nowrap text-ink-2">{formatInstant(entry.at)}</td>
    </tr>
  )
}

/** Nothing when users acted on their own account: the actor is shown beside it. */
function Subject({ entry, shown }: { entry: AuditEntry; shown: AuditQuery }) {
  if (entry.subject.id === entry.actor?.id) return null
  const name = subjectOf(entry)
  if (shown.subject === entry.subject.id) return <span lang={langOf(name)}>{name}</span>
  return (
    <>
      <Link className="text-link" to={listAddress({ subject: entry.subject.id })} lang={langOf(name)}>
        {name}
      </Link>
      {entry.subject.type === 'order' && (
        <>
          {' '}
          <Link className="text-link ml-3 text-small" to={`/dashboard/orders/${entry.subject.id}`}>
            Open
            <span className="sr-only"> order {name}</span>
          </Link>
        </>
      )}
    </>
  )
}

function Who({ entry, shown }: { entry: AuditEntry; shown: AuditQuery }) {
  const { actor, address, userAgent } = entry
  const name = actorOf(entry)
  return (
    <>
      {actor && shown.actor !== actor.id ? (
        <Link className="text-link" to={listAddress({ actor: actor.id })}>
          {name}
        </Link>
      ) : (
        name
      )}
      {address && (
        <span className="block text-small">
          from {address}
          {userAgent !== null && `, ${browserIn(userAgent)}`}
        </span>
      )}
    </>
  )
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="audit-changes">
      {changes.map(({ field, label, from, to }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd lang={langOf(`${from ?? ''}${to ?? ''}`)}>
            {from !== undefined && to !== undefined ? <Step from={from} to={to} /> : (from ?? to)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Step({ from, to }: { from: string; to: string }) {
  return (
    <>
      <span className="sr-only">from </span>
      <span className="text-ink-2">{from}</span>
      <ArrowRight className="audit-arrow" size={15} strokeWidth={1.75} aria-hidden />
      <span className="sr-only"> to </span>
      <span>{to}</span>
    </>
  )
}
