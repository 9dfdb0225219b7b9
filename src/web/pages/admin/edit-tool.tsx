import { data, useLocation } from 'react-router'
import { z } from 'zod'
import { site } from '#content/site.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { EditToolForm } from '#web/components/admin/edit-tool-form.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { useSettings } from '#web/lib/settings.ts'
import type { Route } from './+types/edit-tool'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { tool: await toolById(params.toolId) }
}

/** @throws 404 for a tool that is gone or never was. */
async function toolById(id: string): Promise<Tool> {
  try {
    return await (await api.tool[':toolId'].$get({ param: { toolId: encodeURIComponent(id) } })).json()
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 404 ? data(undefined, { status: 404 }) : error
  }
}

export const meta = () => [{ title: `Edit product · ${site.name}` }]

/** The list as it was when it was left, kept with the entry of the browser's history. */
const From = z.object({ from: z.string() })

export default function EditToolPage({ loaderData: { tool } }: Route.ComponentProps) {
  const { state } = useLocation()
  const list = `/managetools${From.safeParse(state).data?.from ?? ''}`
  return (
    <>
      <AdminHeading title="Edit product" />
      <EditToolForm key={tool._id} tool={tool} currency={useSettings()?.currency ?? 'usd'} list={list} />
    </>
  )
}
