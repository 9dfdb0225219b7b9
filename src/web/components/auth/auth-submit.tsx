import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The one button at the end of a form about signing in. */
export function AuthSubmit(props: Pick<ComponentProps<typeof Button>, 'busy' | 'busyLabel' | 'children'>) {
  return <Button type="submit" variant="primary" size="large" className="w-full" {...props} />
}
