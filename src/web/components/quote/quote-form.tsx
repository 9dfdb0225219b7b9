import { zodResolver } from '@hookform/resolvers/zod'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Control, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { totalAt } from '#features/pricing/rules.ts'
import { QuoteForm as Asked } from '#features/quotes/schema.ts'
import { toMajor, toMinor } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptTyping, userOrAnyone } from '#web/lib/kept-typing.ts'
import { useSession } from '#web/lib/session.ts'
import { ContactWays } from '#web/components/contact-ways.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { formatCount } from '#web/ui/format.ts'
import { asMoney, asNumber, NumberField } from '#web/ui/number-field.tsx'
import { Total } from '#web/ui/price.tsx'
import { Spoken } from '#web/ui/spoken.tsx'
import type { QuoteResult } from './read-quote.ts'

type QuoteFormProps = {
  currency: string
  /** The product named in the link to this page. */
  product: string | undefined
  answer: QuoteResult | undefined
}

/** The form to ask for a quote; once sent, the next steps replace it. */
export function QuoteForm({ currency, product, answer: first }: QuoteFormProps) {
  const form = useForm({ resolver: zodResolver(Asked) })
  const [attempts] = useState(createAttempts)
  const [sent, setSent] = useState(first?.sent)
  const [again, setAgain] = useState(false)
  const rendered = first?.values ?? { productName: product ?? '' }
  const discard = useKeptTyping(`quote-request:${product ?? ''}`, form, { who: userOrAnyone, rendered })
  useOwnContact(form)
  const answer = again ? undefined : (first ?? { values: rendered })
  const { errors, isDirty, isSubmitted, isSubmitting } = form.formState
  const answered = !isDirty && !isSubmitted
  /** A field's value and error: from the server's answer, until the user changes or sends the form. */
  const field = (name: keyof Asked) => ({
    defaultValue: answer?.values?.[name],
    error: answered ? answer?.errors?.[name] : errors[name]?.message,
  })

  async function send(quote: Asked): Promise<void> {
    try {
      await api.quote.$post({ json: quote, header: attempts.headerFor(quote) })
      attempts.done()
      discard()
      setSent(quote)
    } catch (error) {
      showProblem(form, error)
    }
  }

  /** Starts another request by the same person about something else. */
  function another({ name, email, phone }: Asked) {
    form.reset({ name, email, phone })
    setSent(undefined)
    setAgain(true)
  }

  if (sent) return <Sent quote={sent} onAnother={() => another(sent)} />
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid max-w-[640px] gap-5">
      <Field label="Name" autoComplete="name" {...field('name')} {...form.register('name')} />
      <Pair>
        <Field label="E-mail" type="email" autoComplete="email" {...field('email')} {...form.register('email')} />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          placeholder="+880"
          {...field('phone')}
          {...form.register('phone')}
        />
      </Pair>
      <Field
        label="Product name"
        autoFocus={again}
        hint="As in the tools list, or in your own words."
        {...field('productName')}
        {...form.register('productName')}
      />
      <Pair>
        <NumberField
          label="Price"
          inputMode="decimal"
          hint={`Per piece, in ${currency.toUpperCase()}.`}
          {...field('price')}
          {...form.register('price', asMoney(currency))}
        />
        <NumberField
          label="Quantity"
          inputMode="numeric"
          {...field('quantity')}
          {...form.register('quantity', asNumber)}
        />
      </Pair>
      <div className="mt-2 grid items-end gap-5 border-t border-edge pt-6 sm:grid-cols-[1fr_auto]">
        <div aria-live="polite" aria-atomic>
          <QuoteTotal control={form.control} currency={currency} />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="min-w-[200px]"
          busy={isSubmitting}
          busyLabel="Sending"
        >
          Submit
        </Button>
      </div>
      <FieldNote id="quote-problem" error={answered ? answer?.errors?.['root'] : errors.root?.message} />
    </form>
  )
}

/** Fills in the signed-in user's name and e-mail where nothing is typed yet. */
function useOwnContact(form: UseFormReturn<Asked, unknown, Asked>): void {
  const user = useSession()
  const fill = useEffectEvent(() => {
    if (!user) return
    for (const field of ['name', 'email'] as const) if (!form.getValues(field)) form.setValue(field, user[field])
  })
  useEffect(() => fill(), [user?.id])
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
}

/** The total of price and quantity, as long as both are valid. */
function QuoteTotal({ control, currency }: { control: Control<Asked>; currency: string }) {
  const [price, quantity] = useWatch({ control, name: ['price', 'quantity'] })
  const known = Asked.pick({ price: true, quantity: true }).safeParse({ price, quantity }).data
  const unitPrice = known && toMinor(known.price, currency)
  if (!known || unitPrice === undefined)
    return <p className="text-small text-ink-3">Enter a price and a quantity to see the total.</p>
  return (
    <Total
      quantity={known.quantity}
      unitPrice={known.price}
      total={toMajor(totalAt(known.quantity, unitPrice), currency)}
      currency={currency}
    />
  )
}

/** Takes the focus, since the button that had it is gone. */
function Sent({ quote, onAnother }: { quote: Asked; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  function another(event: MouseEvent) {
    event.preventDefault()
    onAnother()
  }
  return (
    <div className="state">
      <div>
        <h3 ref={heading} tabIndex={-1} className="pb-2">
          Your request is with us
        </h3>
        <p className="max-w-[34em] text-ink-2">
          We have your request for {formatCount(quote.quantity)} × <Spoken>{quote.productName}</Spoken>. The sales desk
          can reach you at <strong className="font-[560] text-ink wrap-anywhere">{quote.email}</strong> or by phone.
          Nothing is ordered yet. To add something, <ContactWays />.
        </p>
      </div>
      <ButtonLink to="/buyproduct" variant="outline" reloadDocument onClick={another}>
        Send another
      </ButtonLink>
    </div>
  )
}
