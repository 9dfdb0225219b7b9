import { useEffect, useRef } from 'react'
import { TextLink } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Shown after the card is confirmed until the money arrives: some banks take their time. */
export function Waiting({ takesFocus }: { takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-[1.875rem]">
        Payment processing
      </h2>
      <Spinner label="Waiting for the bank" />
      <p className="max-w-[34em] text-ink-2">
        The bank is still working on it. You can leave this page:{' '}
        <TextLink to="/dashboard/myorders">My Orders</TextLink> shows the order as paid as soon as the money is here.
        There is no need to pay again.
      </p>
    </div>
  )
}
