import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'

/** The box for the password of who is signed in, before something about their account changes. Spread `register()` into it. */
export function YourPassword(props: Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'autoComplete'>) {
  return <Field label="Your password" type="password" autoComplete="current-password" {...props} />
}
