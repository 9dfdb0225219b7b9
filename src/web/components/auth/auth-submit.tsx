import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The submit button of a sign-in form. */
export function AuthSubmit(props: Pick<ComponentProps<typeof Button>, 'busy' | 'busyLabel' | 'children'>) {
  return <Button type="submit" variant="primary" size="large" className="w-full" {...props} />
}
