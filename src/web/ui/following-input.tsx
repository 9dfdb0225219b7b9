import { type ComponentProps, useEffect, useRef } from 'react'

/**
 * A text box that follows the address when it changes, as on going back, and keeps its focus. What the user has begun to
 * type meanwhile stays: the list may be slower than they are.
 */
export function FollowingInput({
  value,
  ...input
}: Omit<ComponentProps<'input'>, 'value'> & { value: string | number | undefined }) {
  const box = useRef<HTMLInputElement>(null)
  const text = String(value ?? '')
  const shown = useRef(text)
  useEffect(() => {
    if (box.current?.value.trim() === shown.current) box.current.value = text
    shown.current = text
  }, [text])
  return <input {...input} ref={box} defaultValue={text} />
}
