import { useState } from 'react'
import { site } from '#content/site.ts'
import type { NewTool } from '#features/catalogue/schema.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { ToolForm, useToolForm } from '#web/components/admin/tool-form.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { useSettings } from '#web/lib/settings.ts'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import type { Route } from './+types/add-tool'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return null
}

export const meta = () => [{ title: `Add Product · ${site.name}` }]

const empty = {
  name: '',
  description: '',
  price: undefined,
  img: '',
  category: 'power-supplies' as const,
  part_number: '',
  minimum_order_quantity: 1,
  order_increment: 1,
  price_breaks: [],
  available_quantity: 0,
  specification: { rows: [] },
}

/** A new form for each product, so that nothing of the last one is left in the next. */
export default function AddToolPage() {
  const [added, setAdded] = useState(0)
  return (
    <>
      <AdminHeading title="Add Product" />
      <AddToolForm key={added} next={added > 0} onAdded={() => setAdded((count) => count + 1)} />
    </>
  )
}

type AddToolFormProps = {
  /** Whether another product was just added here: the form then takes the focus to go on typing. */
  next: boolean
  onAdded: () => void
}

function AddToolForm({ next, onAdded }: AddToolFormProps) {
  const form = useToolForm(empty)
  const [attempts] = useState(createAttempts)
  // The page asks before it is left without saving.
  useKeptTyping('tool:new', form, { isDiscardedOnClose: true })

  async function add(tool: NewTool): Promise<void> {
    await api.tool.$post({ json: tool, header: attempts.headerFor(tool) })
    void notifySuccess(
      <>
        <Spoken>{tool.name}</Spoken> is now in the tools list
      </>,
    )
    onAdded()
  }

  return (
    <ToolForm
      form={form}
      currency={useSettings()?.currency ?? 'usd'}
      submitLabel="Add Product"
      busyLabel="Adding"
      autoFocus={next}
      onSave={add}
    />
  )
}
