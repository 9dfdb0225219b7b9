import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceForm, OrderPapers as Papers } from '#features/invoices/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'

/** `name` is the file name. */
type Paper = { name: string; label: string; fetch: () => Promise<Response> }

/** The papers of an order. */
export function OrderPapers({ order, papers }: { order: Pick<Order, '_id' | 'number'>; papers: Papers }) {
  const param = { orderId: order._id }
  const call = api.order[':orderId']
  const issued = (invoiceId: string, as: InvoiceForm) => () =>
    call.issued[':invoiceId'].$get({ param: { ...param, invoiceId }, query: { as } })
  const named = papers.issued.map((paper) => ({
    ...paper,
    label: `${paper.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${paper.number}`,
  }))
  const all: Paper[] = [
    ...(papers.confirmation
      ? [
          {
            name: `${order.number}-confirmation.pdf`,
            label: 'Confirmation',
            fetch: () => call['confirmation.pdf'].$get({ param }),
          },
        ]
      : []),
    ...named.map(({ _id, number, label }) => ({ name: `${number}.pdf`, label, fetch: issued(_id, 'pdf') })),
    ...(papers.packingSlip
      ? [
          {
            name: `${order.number}-packing-slip.pdf`,
            label: 'Packing slip',
            fetch: () => call['packing-slip.pdf'].$get({ param }),
          },
        ]
      : []),
  ]
  const eInvoices = named
    .filter(({ eInvoice }) => eInvoice)
    .flatMap(({ _id, number, label }): Paper[] => [
      { name: `${number}-factur-x.pdf`, label: `${label}, Factur-X`, fetch: issued(_id, 'factur-x') },
      { name: `${number}.xml`, label: `${label}, UBL`, fetch: issued(_id, 'ubl') },
    ])
  if (all.length === 0) return null
  return (
    <section aria-labelledby="papers" className="pt-2 print:hidden">
      <h2 id="papers" className="pb-5 text-h3">
        Documents
      </h2>
      <PaperButtons papers={all} />
      {eInvoices.length > 0 && (
        <details className="disclosure mt-5">
          <summary>E-invoices for your accounting (EN 16931)</summary>
          <div className="pt-4">
            <PaperButtons papers={eInvoices} />
          </div>
        </details>
      )}
    </section>
  )
}

function PaperButtons({ papers }: { papers: readonly Paper[] }) {
  return (
    <div className="flex flex-wrap gap-3">
      {papers.map((paper) => (
        <PaperButton key={paper.label} paper={paper} />
      ))}
    </div>
  )
}

/** Has the browser save a paper. */
export function PaperButton({ paper: { name, label, fetch } }: { paper: Paper }) {
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      saveAs(await (await fetch()).blob(), name)
    } catch (error) {
      void notifyError(problemText(error))
    }
    setBusy(false)
  }
  return (
    <Button variant="outline" busy={busy} busyLabel="Opening" onClick={() => void save()}>
      <FileText size={17} strokeWidth={1.75} aria-hidden /> {label}
    </Button>
  )
}
