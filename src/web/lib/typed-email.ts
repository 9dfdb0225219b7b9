import { useLocation } from 'react-router'
import { z } from 'zod'

/** What a link to another form of the account brings along: in the history's state, so that no address or log has it. */
const Typed = z.object({ email: z.string() })
export type Typed = z.infer<typeof Typed>

/** The e-mail that was typed in the form before this one; undefined when there was none. */
export function useTypedEmail(): string | undefined {
  return Typed.safeParse(useLocation().state).data?.email
}
