import { useId } from 'react'
import { Terms } from '#features/credit/schema.ts'
import { decimalsOf } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { api } from '#web/lib/api.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { useAccountForm, type AccountFormProps } from './use-account-form.ts'

/** The payment terms of an account; without terms it pays by card. */
export function TermsForm({ statement, typing, onClose }: AccountFormProps) {
  const { email, terms, currency } = statement
  const id = useId()
  const form = useAccountForm({
    schema: Terms.nullable(),
    read: (typed) => {
      const text = (name: string) => String(typed.get(name) ?? '')
      if (text('netDays').trim() === '' && text('creditLimit').trim() === '') return null
      return { netDays: numberIn(text('netDays')), creditLimit: numberIn(text('creditLimit'), decimalsOf(currency)) }
    },
    send: (json) => api.user[':email'].terms.$put({ param: { email: encodeURIComponent(email) }, json }),
    done: 'The terms were saved',
    typing,
    onDone: onClose,
  })
  const ref = useFirstWrong(form.problem)
  return (
    <form ref={ref} method="post" noValidate onChange={typing.keep} onSubmit={form.submit} className="grid gap-5">
      <Field
        label="Days to pay"
        name="netDays"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typing.of('netDays', terms?.netDays)}
        error={form.errorOf('netDays')}
      />
      <Field
        label={`Credit limit in ${currency.toUpperCase()}`}
        name="creditLimit"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typing.of('creditLimit', terms?.creditLimit)}
        hint="Leave both boxes empty to sell by card only. Open amounts stay due."
        error={form.errorOf('creditLimit')}
      />
      <FieldNote id={`${id}-problem`} error={form.errorBeside(['netDays', 'creditLimit'])} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" variant="primary" busy={form.busy} busyLabel="Saving">
          Save terms
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  )
}
