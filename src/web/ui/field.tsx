import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { langOf } from '#shared/language.ts'
import { Skeleton } from './skeleton.tsx'

type FrameProps = {
  label: string
  error?: string | undefined
  /** The id of a note elsewhere that says what is wrong with this field. */
  errorAt?: string | undefined
  hint?: ReactNode
  className?: string
}
type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, message below, linked to the box for screen readers. */
function FieldFrame({
  label,
  error,
  errorAt,
  hint,
  className,
  children,
}: FrameProps & { children: (box: Described) => ReactNode }) {
  const id = useId()
  const notes = [errorAt, (error ?? hint) && `${id}-note`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': error || errorAt ? true : undefined,
      })}
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

/** The message under a box: the error when there is one, else the hint. */
export function FieldNote({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (error) {
    return (
      <p id={id} className="field-error" role="alert">
        <CircleAlert size={17} strokeWidth={1.75} aria-hidden />
        {error}
      </p>
    )
  }
  return hint ? (
    <p id={id} className="mt-2 text-small text-ink-3">
      {hint}
    </p>
  ) : null
}

/** A text box with its label. Spread react-hook-form's `register('name')` into it. */
export function Field({
  label,
  error,
  errorAt,
  hint,
  className,
  ...input
}: FrameProps & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <FieldFrame label={label} error={error} errorAt={errorAt} hint={hint} className={className}>
      {(box) => <input {...input} {...box} className="field-box" />}
    </FieldFrame>
  )
}

export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...textarea
}: Omit<FrameProps, 'errorAt'> & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(box) => <textarea rows={2} {...textarea} {...box} className="field-box" />}
    </FieldFrame>
  )
}

/** A choice among options. */
export function SelectField({
  label,
  error,
  hint,
  className,
  children,
  ...select
}: Omit<FrameProps, 'errorAt'> & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(box) => (
        <select {...select} {...box} className="field-box">
          {children}
        </select>
      )}
    </FieldFrame>
  )
}

/** A value the form shows but does not ask for: no box, one line under it. It may still be on its way. */
export function ReadOnlyField({ label, value }: { label: string; value: string | undefined }) {
  return (
    <dl className="min-w-0">
      <dt className="text-small font-[540]">{label}</dt>
      <dd className="border-b border-line py-2 wrap-anywhere text-ink-2" lang={langOf(value ?? '')}>
        {value ?? <Skeleton className="my-1 h-[1.15em] w-2/3" />}
      </dd>
    </dl>
  )
}
