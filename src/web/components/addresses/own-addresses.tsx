import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { NewAddress, type DeliveryAddress } from '#features/addresses/schema.ts'
import { langOf } from '#shared/language.ts'
import { api } from '#web/lib/api.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import { UndoRow } from '#web/ui/undo-row.tsx'
import { AddressForm } from './address-form.tsx'

/** A user's delivery addresses, and the form to add or change one. */
export function OwnAddresses({ addresses }: { addresses: readonly DeliveryAddress[] }) {
  const { revalidate } = useRevalidator()
  const { isRunning, attempt } = useAttempt()
  const [open, setOpen] = useState<DeliveryAddress | 'new'>()
  const [deleted, setDeleted] = useState<DeliveryAddress>()
  const add = (
    <Button id={addId} variant="primary" onClick={() => setOpen('new')}>
      Add an address
    </Button>
  )

  const remove = (address: DeliveryAddress) =>
    attempt(address._id, async () => {
      await api.addresses[':addressId'].$delete({ param: { addressId: address._id } })
      setDeleted(address)
    })
  const restore = ({ _id, text: _text, ...given }: DeliveryAddress) =>
    attempt('restore', async () => {
      const header = { 'idempotency-key': `restore-${_id}` }
      await api.addresses.$post({ json: NewAddress.parse(given), header })
      passFocusOn(`#${addId}`)
      setDeleted(undefined)
    })
  /** Closes the form. The focus goes back to what opened it. */
  function close(): void {
    if (open && open !== 'new') passFocusOn(`#${changeId(open)}`, `#${addId}`)
    else passFocusOn(`#${addId}`)
    setOpen(undefined)
  }
  async function saved(): Promise<void> {
    close()
    void notifySuccess('The address was saved.')
    await revalidate()
  }

  if (open !== undefined) {
    return <AddressForm address={open === 'new' ? undefined : open} onSaved={() => void saved()} onCancel={close} />
  }
  return (
    <>
      {deleted && (
        <UndoRow busy={isRunning('restore')} onUndo={() => void restore(deleted)}>
          The address was deleted.
        </UndoRow>
      )}
      {addresses.length === 0 ? (
        <EmptyState title="No addresses yet" action={add}>
          Save a delivery address once, then choose it when you order.
        </EmptyState>
      ) : (
        <>
          <div className="pb-6">{add}</div>
          <ul aria-label="Delivery addresses" className="saved-lists">
            {addresses.map((address) => (
              <li key={address._id}>
                <div className="min-w-0">
                  <p className="wrap-anywhere whitespace-pre-line" lang={langOf(address.text)}>
                    {address.text}
                  </p>
                  <p className="pt-1 text-small text-ink-2">{address.phone}</p>
                  {address.isDefault && (
                    <p className="pt-2">
                      <Badge>Orders go here</Badge>
                    </p>
                  )}
                </div>
                <div className="flex flex-wrap gap-3">
                  <Button
                    id={changeId(address)}
                    variant="outline"
                    aria-label={`Change: ${nameOf(address)}`}
                    onClick={() => setOpen(address)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="outline"
                    aria-label={`Delete: ${nameOf(address)}`}
                    busy={isRunning(address._id)}
                    onClick={() => void remove(address)}
                  >
                    Delete
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const addId = 'add-address'
const changeId = ({ _id }: DeliveryAddress): string => `change-${_id}`
const nameOf = ({ name, street }: DeliveryAddress): string => `${name}, ${street}`
