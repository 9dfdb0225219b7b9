import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OrderDeskQuery } from '#features/orders/desk-schema.ts'
import { api } from '#web/lib/api.ts'
import { listQueryOf } from '#web/lib/list-page.ts'
import { problemText } from '#web/lib/problem.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'

/** Saves all orders of the list, from every page of it. */
export function ExportOrders({ shown }: { shown: OrderDeskQuery }) {
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const { sort: _sort, limit: _limit, cursor: _cursor, ...filter } = shown
      const answer = await api['orders.csv'].$get({ query: listQueryOf(filter) })
      saveAs(await answer.blob(), 'orders.csv')
    } catch (error) {
      void notifyError(problemText(error))
    }
    setBusy(false)
  }
  return (
    <Button variant="outline" busy={busy} busyLabel="Exporting" onClick={() => void save()}>
      <Download size={18} strokeWidth={1.75} aria-hidden /> Export CSV
    </Button>
  )
}
