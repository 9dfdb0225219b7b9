import { useState } from 'react'

/**
 * A key for forms: what one account typed must not be shown to the next, nor to whoever comes after a sign-out. It stays the same
 * when a visitor signs in, and when a page learns who is signed in: what was typed until then is theirs.
 */
export function usePersonKey(id: string | undefined): string {
  const [first, setFirst] = useState(id)
  if (first === undefined && id !== undefined) setFirst(id)
  return first === undefined || id === first ? 'first' : `then ${id}`
}
