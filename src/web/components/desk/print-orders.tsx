import { Printer } from 'lucide-react'
import { useState } from 'react'
import { printTitles } from '#content/papers.ts'
import type { OrderDeskQuery } from '#features/orders/desk-schema.ts'
import { mostPrinted, printKinds, type NewPrint, type Print } from '#features/printing/schema.ts'
import { PaperButton } from '#web/components/orders/order-papers.tsx'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { counted, formatCount } from '#web/ui/format.ts'
import { usePrints } from './use-prints.ts'
import { formatShopMoment } from '#web/ui/shop-moment.ts'

type PrintOrdersProps = { shown: OrderDeskQuery; chosen: ReadonlySet<string> }

/** Papers of the chosen orders, or of all orders in the list, in one file. */
export function PrintOrders({ shown, chosen }: PrintOrdersProps) {
  const [isOpen, setOpen] = useState(false)
  const { sort: _sort, limit: _limit, cursor: _cursor, ...filter } = shown
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Printer size={18} strokeWidth={1.75} aria-hidden />{' '}
        {chosen.size > 0 ? `Print ${formatCount(chosen.size)}…` : 'Print…'}
      </Button>
      <Dialog title="Print documents" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Prints filter={chosen.size > 0 ? { orders: [...chosen] } : filter} />
        <div className="pt-6">
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Dialog>
    </>
  )
}

function Prints({ filter }: { filter: Omit<NewPrint, 'kind'> }) {
  const { prints, problem, ask } = usePrints()
  const [busy, setBusy] = useState<NewPrint['kind']>()
  async function print(kind: NewPrint['kind']): Promise<void> {
    setBusy(kind)
    await ask({ ...filter, kind })
    setBusy(undefined)
  }
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        {filter.orders
          ? `One file for the ${counted(filter.orders.length, 'order')} you chose, oldest first: `
          : 'One file for all orders in the list, on every page, oldest first: '}
        at most {formatCount(mostPrinted)}.
      </p>
      <div className="grid grid-cols-2 gap-3">
        {printKinds.map((kind, n) => (
          <Button
            key={kind}
            variant={n === 0 ? 'primary' : 'outline'}
            data-first={n === 0 || undefined}
            busy={busy === kind}
            busyLabel="Requesting"
            onClick={() => void print(kind)}
          >
            {printTitles[kind]}
          </Button>
        ))}
      </div>
      <FieldNote id="print-problem" error={problem} />
      {prints.length > 0 && (
        <ul aria-label="Files from the last day" className="grid gap-4 border-t border-line pt-5">
          {prints.map((each) => (
            <li key={each._id} className="flex flex-wrap items-center justify-between gap-3">
              <PrintRow print={each} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PrintRow({ print: { _id: printId, kind, state, orders, drawn, leftOut, createdAt } }: { print: Print }) {
  const name = printTitles[kind]
  const file = {
    name: `${kind}s.pdf`,
    label: `Save ${name.toLowerCase()}`,
    fetch: () => api.prints[':printId']['papers.pdf'].$get({ param: { printId } }),
  }
  return (
    <>
      <p aria-live="polite">
        {name}, {formatShopMoment(createdAt)}
        <span className="block text-small text-ink-2">
          {state === 'waiting' && `${formatCount(drawn)} of ${formatCount(orders)} ready`}
          {state === 'done' && `${counted(drawn, 'order')}, kept for a day`}
          {state === 'failed' && 'This could not be created. Try again.'}
          {leftOut > 0 && `; ${formatCount(leftOut)} in the list have none yet`}
        </span>
      </p>
      {state === 'waiting' && (
        <progress className="upload-progress" aria-label={`${name}: progress`} max={orders} value={drawn} />
      )}
      {state === 'done' && <PaperButton paper={file} />}
    </>
  )
}
