/** Where an account's statement is: somebody's, for staff, or one's own. */
export function accountPath({ email, month }: { email?: string | undefined; month?: string | undefined }): string {
  const query = new URLSearchParams({ ...(email && { email }), ...(month && { month }) })
  return query.size > 0 ? `/dashboard/account?${query}` : '/dashboard/account'
}
