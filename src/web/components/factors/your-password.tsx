import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'

/** The box for the current password, before a change to the user's account. Spread `register()` into it. */
export function YourPassword(props: Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'autoComplete'>) {
  return <Field label="Your password" type="password" autoComplete="current-password" {...props} />
}
