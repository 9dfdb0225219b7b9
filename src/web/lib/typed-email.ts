import { useLocation } from 'react-router'
import { z } from 'zod'

/** Data passed to another account form by a link: in the history state, so that it is in no URL or log. */
const Typed = z.object({ email: z.string() })
export type Typed = z.infer<typeof Typed>

/** The e-mail typed in the previous form; undefined when there was none. */
export function useTypedEmail(): string | undefined {
  return Typed.safeParse(useLocation().state).data?.email
}
