import { site } from '#content/site.ts'
import type { ListSummary } from '#features/saved-lists/schema.ts'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { OwnLists } from '#web/components/lists/own-lists.tsx'
import { api } from '#web/lib/api.ts'
import { requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import type { Route } from './+types/lists'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return { lists: inBackground(listsOf()) }
}

const listsOf = async (): Promise<ListSummary[]> => (await api.lists.$get()).json()

export const meta = () => [{ title: `Saved lists · ${site.name}` }]

export default function ListsPage({ loaderData: { lists } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-h1-quiet">Saved lists</h1>
      <AsyncList promise={lists} what="saved lists">
        {(loaded) => <OwnLists lists={loaded} />}
      </AsyncList>
    </>
  )
}
