type Shown = Partial<Record<'email' | 'month' | 'cursor', string | undefined>>

/** Path of an account statement: a given buyer's (for staff) or one's own, optionally for one month or from an entry on. */
export function accountPath(shown: Shown): string {
  const given = Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(given)
  return query.size > 0 ? `/dashboard/account?${query}` : '/dashboard/account'
}
