import { useState } from 'react'
import type { ListSummary, SavedList } from '#features/saved-lists/schema.ts'
import { langOf } from '#shared/language.ts'
import { api } from '#web/lib/api.ts'
import { listPath } from '#web/lib/order-again.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { counted, formatDate } from '#web/ui/format.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import { UndoRow } from '#web/ui/undo-row.tsx'

/** A user's saved lists, each with a way to order it. Deleted ones can be restored until the user leaves the page. */
export function OwnLists({ lists }: { lists: readonly ListSummary[] }) {
  const { isRunning, attempt } = useAttempt()
  const [deleted, setDeleted] = useState<readonly SavedList[]>([])

  const remove = (listId: string) =>
    attempt(listId, async () => {
      const list = await (await api.lists[':listId'].$get({ param: { listId } })).json()
      await api.lists[':listId'].$delete({ param: { listId } })
      setDeleted((before) => [...before, list])
    })
  const restore = ({ _id, name, lines }: SavedList) =>
    attempt(_id, async () => {
      await api.lists.$post({ json: { name, lines: lines.map(({ toolId, quantity }) => ({ toolId, quantity })) } })
      passFocusOn('main h1')
      setDeleted((before) => before.filter((list) => list._id !== _id))
    })

  return (
    <>
      {deleted.map((list) => (
        <UndoRow
          key={list._id}
          label={`Undo: put ${list.name} back`}
          busy={isRunning(list._id)}
          onUndo={() => void restore(list)}
        >
          Deleted: <Spoken>{list.name}</Spoken>
        </UndoRow>
      ))}
      {lists.length === 0 ? (
        <NothingYet />
      ) : (
        <ul aria-label="Saved lists" className="saved-lists">
          {lists.map(({ _id, name, products, savedAt }) => (
            <li key={_id}>
              <div className="min-w-0">
                <h2 className="text-name wrap-anywhere" lang={langOf(name)}>
                  {name}
                </h2>
                <p className="pt-1 text-small text-ink-2">
                  {counted(products, 'product')}, saved on {formatDate(savedAt)}
                </p>
              </div>
              <div className="flex flex-wrap gap-3">
                <ButtonLink to={listPath({ list: _id })} aria-label={`Order: ${name}`}>
                  Order
                </ButtonLink>
                <Button
                  variant="outline"
                  aria-label={`Delete: ${name}`}
                  busy={isRunning(_id)}
                  onClick={() => void remove(_id)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title="No saved lists yet"
      action={
        <ButtonLink to={listPath()} variant="primary">
          Quick order
        </ButtonLink>
      }
    >
      Press “Save as a list” in your order or a quick order, and what you buy every month is two clicks away.
    </EmptyState>
  )
}
