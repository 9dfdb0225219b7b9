import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import type { NewList } from '#features/saved-lists/schema.ts'
import { api } from '#web/lib/api.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { ApiProblem, problemText } from '#web/lib/problem.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { counted } from '#web/ui/format.ts'
import { notifySuccess } from '#web/ui/notify.ts'

type SaveListProps = {
  lines: NewList['lines']
  /** How many rows are left out because they name no product or no quantity. */
  leftOut?: number
}

/** Saves products under a name, to order them again. An existing list of that name is replaced only after confirmation. */
export function SaveList({ lines, leftOut = 0 }: SaveListProps) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<{ text: string }>()
  const form = useFirstWrong(problem)
  /** The id of the list that already has this name. */
  const [taken, setTaken] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const json = { name, lines }
      if (taken === undefined) await api.lists.$post({ json })
      else await api.lists[':listId'].$put({ json, param: { listId: taken } })
      close()
      change('')
      void tellSaved(name, lines.length)
    } catch (error) {
      setProblem({ text: problemText(error) })
      if (error instanceof ApiProblem) {
        if (typeof error.extra['listId'] === 'string') setTaken(error.extra['listId'])
        // Deleted in another tab: the name is free again.
        if (error.status === 404) setTaken(undefined)
      }
    }
    setSaving(false)
  }
  function close(): void {
    passFocusOn(`#${openId}`)
    setOpen(false)
  }
  function change(typed: string): void {
    setName(typed)
    setProblem(undefined)
    setTaken(undefined)
  }
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void save()
  }

  if (!isOpen) {
    return (
      <Button id={openId} variant="outline" disabled={lines.length === 0} onClick={() => setOpen(true)}>
        Save as a list
      </Button>
    )
  }
  return (
    <form ref={form} method="post" onSubmit={submit} className="save-list">
      <Field
        label="Name of the list"
        autoComplete="off"
        placeholder="Monthly build kit"
        autoFocus
        value={name}
        onChange={({ target }) => change(target.value)}
        error={problem?.text}
        hint={leftOut > 0 && `${counted(leftOut, 'row')} without a product or a quantity will not be in it.`}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSaving} busyLabel="Saving">
          {taken === undefined ? 'Save the list' : 'Replace that list'}
        </Button>
        <Button variant="outline" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const openId = 'save-as-list'

const tellSaved = (name: string, products: number): Promise<void> =>
  notifySuccess(
    <span>
      Saved: {name}, {counted(products, 'product')}.{' '}
      <Link to="/dashboard/lists" className="underline">
        See your lists
      </Link>
    </span>,
  )
