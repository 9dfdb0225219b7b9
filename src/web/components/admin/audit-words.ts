import { categoryNames, toolFieldNames, type Tool } from '#features/catalogue/schema.ts'
import type { AuditEntry } from '#features/audit/schema.ts'
import type { LineQuantity } from '#features/orders/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { formatCount, formatDay } from '#web/ui/format.ts'

/** A changed field in words; `from` is missing when the field was added, `to` when it was removed. */
export type Change = { field: string; label: string; from: string | undefined; to: string | undefined }

const fieldNames: Readonly<Record<string, string>> = {
  ...toolFieldNames,
  img: 'Picture',
  role: 'Role',
  name: 'Name',
  by: 'By',
  shown: 'Review',
  reason: 'Reason',
  amount: 'Amount',
  restock: 'Back in stock',
  lines: 'Pieces',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  note: 'Note',
  netDays: 'Days to pay',
  creditLimit: 'Credit limit',
  reference: 'Reference',
  receivedAt: 'Received on',
  total: 'Total',
  validUntil: 'Valid until',
  orders: 'Orders',
}

const waysIn: Readonly<Record<string, string>> = {
  google: 'Google',
  code: 'one-time code',
  'backup-code': 'backup code',
  passkey: 'passkey',
}

const amountOf = (value: unknown, currency: string) =>
  typeof value === 'number' ? formatMoney(value, currency) : undefined

const dayOf = (value: unknown) => (typeof value === 'string' ? formatDay(value) : undefined)

/** Fields whose stored value needs translating for display. */
const readings: Readonly<Record<string, (value: unknown, currency: string) => string | undefined>> = {
  price: amountOf,
  price_breaks: (value, currency) => {
    const breaks = value as Tool['price_breaks']
    return (
      breaks.map(({ from, price }) => `${formatCount(from)} or more at ${formatMoney(price, currency)}`).join(', ') ||
      'none'
    )
  },
  category: (value) => categoryNames[value as Tool['category']],
  specification: (value) => {
    const { rows, rails = [] } = value as Tool['specification']
    const lines = [
      ...rows.map((row) => `${row.label}: ${row.value}`),
      ...rails.map((rail) => Object.values(rail).join(' ')),
    ]
    return lines.join('; ') || 'none'
  },
  role: (value) => (value === 'admin' ? 'Admin' : 'User'),
  by: (value) => waysIn[String(value)] ?? 'password',
  shown: (value) => (value ? 'shown' : 'hidden'),
  amount: amountOf,
  total: amountOf,
  creditLimit: amountOf,
  validUntil: dayOf,
  receivedAt: dayOf,
  restock: (value) => (value ? 'yes' : 'no'),
  lines: (value) =>
    (value as LineQuantity[])
      .map(({ position, quantity }) => `${formatCount(quantity)} of line ${position}`)
      .join(', '),
}

/** A description can have 2,000 characters: the log shows that it changed, not everything that changed in it. */
const longest = 200

const shortened = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text

function words(field: string, value: unknown, currency: string): string | undefined {
  if (value === undefined || value === null) return undefined
  return shortened(readings[field]?.(value, currency) ?? plain(value))
}

function plain(value: unknown): string {
  if (typeof value === 'number') return formatCount(value)
  return typeof value === 'string' ? value || 'none' : JSON.stringify(value)
}

/** What changed, field by field, in words. @param shops the currency of an entry that names none, ISO 4217. */
export function changesIn({ before, after }: Pick<AuditEntry, 'before' | 'after'>, shops: string): Change[] {
  const currency = typeof after?.currency === 'string' ? after.currency : shops
  const named = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const fields = [...named].filter((field) => field !== 'currency')
  return fields.map((field) => ({
    field,
    label: fieldNames[field] ?? field.replaceAll('_', ' '),
    from: words(field, before?.[field], currency),
    to: words(field, after?.[field], currency),
  }))
}

/** Who did it. */
export function actorOf({ actor, area }: Pick<AuditEntry, 'actor' | 'area'>): string {
  if (actor) return actor.email ?? 'Erased user'
  return area === 'staff' ? 'The shop' : 'Somebody not signed in'
}

/** The subject's label; without one, a generic term or its id. */
export function subjectOf({ subject }: Pick<AuditEntry, 'subject'>): string {
  if (subject.label) return subject.label
  return subject.type === 'user' ? 'Erased user' : subject.type === 'review' ? 'Review of the shop' : subject.id
}

const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const firstIn = (agent: string, known: readonly (readonly [RegExp, string])[]) =>
  known.find(([pattern]) => pattern.test(agent))?.[1]

/** The browser and system in a User-Agent, such as "Firefox on Windows". Other programs show their own name. */
export function browserIn(agent: string): string {
  const [browser, system] = [firstIn(agent, browsers), firstIn(agent, systems)]
  if (!browser) return agent.split(/[\s/]/, 1)[0] || 'unknown'
  return system ? `${browser} on ${system}` : browser
}
