import { Boxes, History } from 'lucide-react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { site } from '#content/site.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { EditToolForm } from '#web/components/admin/edit-tool-form.tsx'
import { requireAdmin } from '#web/lib/guards.ts'
import { useSettings } from '#web/lib/settings.ts'
import { toolById } from '#web/lib/tool-by-id.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/edit-tool'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { tool: await toolById(params.toolId) }
}

export const meta = () => [{ title: `Edit product · ${site.name}` }]

/** The list's query when the user left it, kept in the browser's history entry. */
const From = z.object({ from: z.string() })

export default function EditToolPage({ loaderData: { tool } }: Route.ComponentProps) {
  const { state } = useLocation()
  const list = `/managetools${From.safeParse(state).data?.from ?? ''}`
  return (
    <>
      <AdminHeading title="Edit product">
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`/managetools/${tool._id}/stock`} variant="outline" size="small">
            <Boxes size={17} strokeWidth={1.75} aria-hidden /> Stock
          </ButtonLink>
          <ButtonLink to={`/dashboard/audit?subject=${tool._id}`} variant="outline" size="small">
            <History size={17} strokeWidth={1.75} aria-hidden /> History
          </ButtonLink>
        </div>
      </AdminHeading>
      <EditToolForm key={tool._id} tool={tool} currency={useSettings()?.currency ?? 'usd'} list={list} />
    </>
  )
}
