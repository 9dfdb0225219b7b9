import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { NewTool, Tool } from '#features/catalogue/schema.ts'
import { api } from '#web/lib/api.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { changeToSend, editable, mergeChanges } from '#web/lib/tool-changes.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { ChangedMeanwhile, type Meanwhile } from './changed-meanwhile.tsx'
import { ToolForm, useToolForm } from './tool-form.tsx'

type EditToolFormProps = {
  tool: Tool
  currency: string
  /** The address of the list that the user came from. */
  list: string
}

/** Edits a tool: sends only the changed fields, and the version they are based on. */
export function EditToolForm({ tool, currency, list }: EditToolFormProps) {
  const [seen, setSeen] = useState(tool)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const form = useToolForm(editable(tool))
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)
  // Changes to another version may overwrite what somebody else saved meanwhile.
  useKeptTyping(`tool:${tool._id}:${seen.version}`, form, { isDiscardedOnClose: true })
  const param = { toolId: tool._id }

  // Navigates only after the render that marks it saved: earlier, the unsaved-changes prompt would appear.
  useEffect(() => {
    if (saved) void navigate(list)
  }, [saved, navigate, list])

  async function save(typed: NewTool): Promise<void> {
    try {
      await api.tool[':toolId'].$patch({ param, json: changeToSend(seen, typed) })
    } catch (error) {
      if (!isStale(error)) throw error
      return takeIn(typed)
    }
    void notifySuccess(
      <>
        <Spoken>{typed.name}</Spoken> was saved
      </>,
    )
    setSaved(true)
  }

  /** Merges somebody else's changes, so that the next save is based on their version. What was typed stays. */
  async function takeIn(typed: NewTool): Promise<void> {
    const present = await (await api.tool[':toolId'].$get({ param })).json()
    const [before, now] = [editable(seen), editable(present)]
    setSeen(present)
    setMeanwhile({ before, typed, now })
    form.reset(now)
    form.reset(mergeChanges(before, typed, now), { keepDefaultValues: true })
  }

  return (
    <>
      {meanwhile && <ChangedMeanwhile key={seen.version} {...meanwhile} currency={currency} />}
      <ToolForm form={form} currency={currency} submitLabel="Save" busyLabel="Saving" saved={saved} onSave={save}>
        <ButtonLink to={list} variant="outline">
          Back to the list
        </ButtonLink>
      </ToolForm>
    </>
  )
}

/** Whether the version was stale: a part number in use answers 409 too, but names no version. */
function isStale(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409 && typeof error.extra['version'] === 'number'
}
