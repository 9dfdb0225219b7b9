import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { OrderPapers as Papers } from '#features/invoices/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'

type Paper = { name: string; label: string; fetch: () => Promise<Response> }

/** What there is on paper of an order. */
export function OrderPapers({ orderId, papers }: { orderId: string; papers: Papers }) {
  const param = { orderId }
  const call = api.order[':orderId']
  const all: Paper[] = [
    ...(papers.confirmation
      ? [{ name: 'order-confirmation', label: 'Confirmation', fetch: () => call['confirmation.pdf'].$get({ param }) }]
      : []),
    ...papers.issued.map(({ _id, kind, number }) => ({
      name: number,
      label: `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`,
      fetch: () => call.issued[':invoiceId'].$get({ param: { orderId, invoiceId: _id } }),
    })),
    ...(papers.packingSlip
      ? [{ name: 'packing-slip', label: 'Packing slip', fetch: () => call['packing-slip.pdf'].$get({ param }) }]
      : []),
  ]
  if (all.length === 0) return null
  return (
    <section aria-labelledby="papers" className="pt-2">
      <h2 id="papers" className="pb-5 text-h3">
        Papers
      </h2>
      <div className="flex flex-wrap gap-3">
        {all.map((paper) => (
          <PaperButton key={paper.label} paper={paper} />
        ))}
      </div>
    </section>
  )
}

/** Has the browser save a paper as PDF. */
export function PaperButton({ paper: { name, label, fetch } }: { paper: Paper }) {
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      saveAs(await (await fetch()).blob(), `${name}.pdf`)
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
