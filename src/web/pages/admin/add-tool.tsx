import { site } from '#content/site.ts'
import type { NewTool } from '#features/catalogue/schema.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { ToolForm, useToolForm } from '#web/components/admin/tool-form.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { useSettings } from '#web/root.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import type { Route } from './+types/add-tool'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return null
}

export const meta = () => [{ title: `Add Product · ${site.name}` }]

const empty = {
  name: '',
  description: '',
  img: '',
  category: 'power-supplies' as const,
  part_number: '',
  minimum_order_quantity: 1,
  available_quantity: 0,
  specification: { rows: [] },
}

export default function AddToolPage() {
  const form = useToolForm(empty)

  async function add(tool: NewTool): Promise<void> {
    await api.tool.$post({ json: tool })
    void notifySuccess(`${tool.name} is in the tools list`)
    // Before the reset, which forgets the fields until they are rendered again.
    form.setFocus('name')
    form.reset(empty)
  }

  return (
    <>
      <AdminHeading title="Add Product" />
      <ToolForm
        form={form}
        currency={useSettings()?.currency ?? 'usd'}
        submitLabel="Add Product"
        busyLabel="Adding"
        onSave={add}
      />
    </>
  )
}
