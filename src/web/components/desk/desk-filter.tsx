import { Search } from 'lucide-react'
import { useId, type ChangeEvent } from 'react'
import { Form, useSubmit } from 'react-router'
import type { OrderDeskQuery } from '#features/orders/desk-schema.ts'
import { orderStates, type OrderState } from '#features/orders/schema.ts'
import { lastDay } from '#shared/days.ts'
import { FollowingInput } from '#web/ui/following-input.tsx'

const stateNames: Record<OrderState, string> = {
  placed: 'Unpaid',
  confirmed: 'On account, to ship',
  paid: 'Paid, to ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
}

type Choice = readonly [name: 'state' | 'toship' | 'packed' | 'overdue' | 'processing', value: string, label: string]

/** Narrower filters, listed below their state: each shows only some of its orders. */
const narrower: Partial<Record<OrderState, Choice>> = {
  placed: ['processing', 'yes', 'Payment processing'],
  paid: ['packed', 'yes', 'Packed, to ship'],
}
const choices: readonly Choice[] = [
  ['toship', 'yes', 'To ship'],
  ['overdue', 'yes', 'Overdue'],
  ...orderStates.flatMap((state): Choice[] => {
    const below = narrower[state]
    return [['state', state, stateNames[state]], ...(below ? [below] : [])]
  }),
]

/** Filters by words, state and days, all kept in the address. A state applies at once, words and days with Enter. */
export function DeskFilter({ shown }: { shown: OrderDeskQuery }) {
  const submit = useSubmit()
  const id = useId()
  const chosen = choices.find(([name, value]) => shown[name] === value)
  function choose({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>): void {
    const asked = new FormData(form ?? undefined)
    for (const [name] of choices) asked.delete(name)
    const [name, wanted] = choices[Number(value || Number.NaN)] ?? []
    if (name && wanted) asked.set(name, wanted)
    void submit(asked)
  }
  return (
    // After a search, j and k step through the results, so the box gives up the focus.
    <Form
      role="search"
      className="desk-filter"
      onSubmit={letGo}
      onKeyDown={(event) => event.key === 'Escape' && letGo()}
    >
      {shown.sort && <input type="hidden" name="sort" value={shown.sort} />}
      <label className="search-box" htmlFor={id}>
        <span className="sr-only">Search by number, buyer or product</span>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <FollowingInput
          id={id}
          type="search"
          name="q"
          className="field-box"
          placeholder="Number, buyer or product"
          maxLength={100}
          value={shown.q}
          data-search
        />
      </label>
      <label>
        <span className="sr-only">State</span>
        <select className="field-box" value={chosen ? choices.indexOf(chosen) : ''} onChange={choose}>
          <option value="">All states</option>
          {choices.map(([, , label], index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {chosen && <input type="hidden" name={chosen[0]} value={chosen[1]} />}
      <DayBox label="From" name="from" day={shown.from} />
      <DayBox label="to" name="to" day={shown.to} />
      <button className="sr-only">Search</button>
    </Form>
  )
}

function letGo(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

function DayBox({ label, name, day }: { label: string; name: string; day: string | undefined }) {
  const id = useId()
  return (
    <label className="day-box" htmlFor={id}>
      <span className="text-small text-ink-2">{label}</span>
      <FollowingInput id={id} type="date" name={name} className="field-box" value={day} max={lastDay} />
    </label>
  )
}
