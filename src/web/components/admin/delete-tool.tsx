import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messages } from '#content/messages.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { api } from '#web/lib/api.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { UndoNotice } from './undo-notice.tsx'

type DeleteToolProps = {
  tool: Pick<Tool, '_id' | 'name'>
  /** Called when the row, and this button with it, is about to disappear. */
  onDeleted: () => void
}

/** Deletes a tool after confirmation, and offers Undo for 5 s. */
export function DeleteTool({ tool: { _id, name }, onDeleted }: DeleteToolProps) {
  const [asking, setAsking] = useState(false)
  const { isRunning, attempt } = useAttempt()
  const param = { toolId: _id }
  const named = <Spoken>{name}</Spoken>

  const restore = () =>
    attempt('restore', async () => {
      // The toast disappears, and its Undo button with it.
      passFocusOn('.admin-table')
      await api.tool[':toolId'].restore.$post({ param })
      void notifySuccess(<>{named} is back in the tools list</>)
    })

  const remove = () =>
    attempt('remove', async () => {
      try {
        await api.tool[':toolId'].$delete({ param })
        void notifySuccess(<UndoNotice onUndo={() => void restore()}>{named} was deleted</UndoNotice>)
        onDeleted()
      } finally {
        setAsking(false)
      }
    })

  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-square delete-button"
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={18} strokeWidth={1.75} aria-hidden />
      </button>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={asking}
        confirmLabel={
          <>
            <Trash2 size={18} strokeWidth={1.75} aria-hidden /> Delete
          </>
        }
        keepLabel="Keep it"
        busy={isRunning('remove')}
        busyLabel="Deleting"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {named} will be removed from the tools list. Existing orders keep their copy.
      </ConfirmDialog>
    </>
  )
}
