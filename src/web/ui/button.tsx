import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

type Variant = {
  /** Primary is lime, one per view; quiet is an outline for icons in the header. */
  variant?: 'primary' | 'default' | 'outline' | 'quiet' | 'destructive'
  size?: 'small' | 'medium' | 'large' | 'square'
}

const sizes = { small: ' btn-small', medium: '', large: ' btn-large', square: ' btn-square' }

function buttonClass({ variant = 'default', size = 'medium' }: Variant, className = ''): string {
  return `btn btn-${variant}${sizes[size]} ${className}`.trimEnd()
}

type ButtonProps = Variant &
  ComponentProps<'button'> & {
    /** While the action runs: the button keeps its focus and width, shows `busyLabel`, and ignores further presses. */
    busy?: boolean
    busyLabel?: ReactNode
  }

export function Button({
  variant,
  size,
  className,
  busy = false,
  busyLabel,
  children,
  onClick,
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={buttonClass({ variant, size }, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busyLabel === undefined ? children : <Labels busy={busy} rest={children} working={busyLabel} />}
    </button>
  )
}

function Labels({ busy, rest, working }: { busy: boolean; rest: ReactNode; working: ReactNode }) {
  return (
    <span className="btn-labels">
      <span className={busy ? 'is-away' : undefined}>{rest}</span>
      <span className={busy ? undefined : 'is-away'}>{working}</span>
    </span>
  )
}

export function ButtonLink({ variant, size, className, ...link }: Variant & LinkProps) {
  return <Link {...link} className={buttonClass({ variant, size }, className)} />
}

/** A link in running text or a row of a table: underlined, in ink. */
export function TextLink({ className = '', ...link }: LinkProps) {
  return <Link {...link} className={`text-link ${className}`.trimEnd()} />
}
