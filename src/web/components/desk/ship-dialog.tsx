import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { carrierNames } from '#content/carriers.ts'
import { NewParcel } from '#features/fulfilment/schema.ts'
import { leftToShip, mayTake } from '#features/orders/rules.ts'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { useDialogTyping, type DialogTyping } from '#web/lib/dialog-typing.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { firstIssue, firstRefused, isRefused, type Wrong } from '#web/lib/problem.ts'
import { closeIfOpen, tellIfClosed } from '#web/lib/closed-meanwhile.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { LineBoxes, linesIn, problemAt, type BoxesProblem, type Pieces } from './line-boxes.tsx'

type ShipProps = { order: Order; parcelsBefore: number; onClose: () => void }

/** Asks for the carrier and the contents of a parcel: by default everything left to ship. */
export function ShipDialog({ isOpen, ...props }: ShipProps & { isOpen: boolean }) {
  const typing = useDialogTyping(`ship:${props.order._id}`)
  return (
    <Dialog title="Ship a parcel" isOpen={isOpen} onClose={props.onClose}>
      <ShipForm typing={typing} {...props} />
    </Dialog>
  )
}

/** Takes the place of the form, and of the focus in it, when the rest was sent or refunded meanwhile. */
function NothingLeft({ onClose }: Pick<ShipProps, 'onClose'>) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <>
      <p role="alert" className="pb-6 text-ink-2">
        Nothing is left to ship: someone else sent or refunded the rest.
      </p>
      <Button ref={close} onClick={onClose}>
        Close
      </Button>
    </>
  )
}

const linesToShip = ({ state, lines }: Order) =>
  mayTake('ship', state)
    ? lines.map((line) => ({ ...line, most: leftToShip(line) })).filter(({ most }) => most > 0)
    : []

function ShipForm({ order, parcelsBefore, typing, onClose }: ShipProps & { typing: DialogTyping }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<BoxesProblem>()
  const form = useFirstWrong(problem)
  const listId = useId()
  const lines = linesToShip(order)

  async function ship(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    const pieces = linesIn(said, lines)
    const tell = (wrong: Wrong) => setProblem(problemAt(wrong, pieces))
    const parcel = NewParcel.safeParse(parcelIn(said, pieces, typing.since(parcelsBefore)))
    if (!parcel.success) return tell(firstIssue(parcel.error))
    setBusy(true)
    const restore = typing.send()
    try {
      await api.order[':orderId'].ship.$post({ param: { orderId: order._id }, json: parcel.data })
      void notifySuccess('The parcel is on its way')
      // The button that opened the dialog may be gone: nothing is left to ship.
      passFocusOn('main h1')
      closeIfOpen(form.current, onClose)
      await revalidate()
      typing.seeNow()
    } catch (error) {
      restore()
      // Another parcel was sent: what is left is shown before shipping the rest.
      if (isRefused(error)) {
        await revalidate()
        typing.seeNow()
      }
      tell(firstRefused(error))
      tellIfClosed(form.current, error)
      setBusy(false)
    }
  }

  // While it is being sent, an empty rest may be this very parcel.
  if (lines.length === 0 && !busy) return <NothingLeft onClose={onClose} />
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined)
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onChange={(event) => typing.keep(event, parcelsBefore)}
      onSubmit={(event) => void ship(event)}
      className="grid gap-5"
    >
      <Field
        label="Carrier"
        name="carrier"
        list={listId}
        autoComplete="off"
        data-first
        defaultValue={typing.of('carrier')}
        error={errorOf('carrier')}
      />
      <datalist id={listId}>
        {carrierNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Field
        label="Tracking number"
        name="tracking"
        autoComplete="off"
        defaultValue={typing.of('tracking')}
        hint="The buyer tracks the parcel with it."
        error={errorOf('tracking')}
      />
      <LineBoxes
        legend="In this parcel"
        legendClass="field-label"
        lines={lines}
        initially={({ most }) => most}
        typing={typing}
        noteId={`${listId}-lines`}
        error={problem?.field === 'lines' ? problem : undefined}
      />
      <FieldNote id={`${listId}-problem`} error={problem && !problem.field ? problem.text : undefined} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Saving">
          Ship
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  )
}

/** The form's values in the shape of the request. */
function parcelIn(form: FormData, pieces: Pieces, parcelsBefore: number): unknown {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    carrier: text('carrier'),
    ...(text('tracking') && { tracking: text('tracking') }),
    lines: pieces,
    parcelsBefore,
  }
}
