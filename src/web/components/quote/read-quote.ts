import { QuoteForm } from '#features/quotes/schema.ts'
import { decimalsOf } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'

/** The server's answer to a form sent without script: that it was sent, or the errors together with the typed values. */
export type QuoteResult = {
  sent?: QuoteForm
  values?: Readonly<Record<string, string>>
  /** Errors by field name; `root` is about the whole form. */
  errors?: Readonly<Record<string, string>>
}

/** More characters than any field allows: longer values are cut to this length and still refused. */
const enough = 1000

/** Reads a form's fields as a request for a quote; if it is invalid, `answer` says why. */
export function readQuote(form: FormData, currency: string): { quote: QuoteForm | undefined; answer: QuoteResult } {
  // Only the form's own fields are sent back: there could be thousands of others.
  const values = Object.fromEntries(
    Object.keys(QuoteForm.shape).flatMap((name) => {
      const value = form.getAll(name).at(-1)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const {
    price = '',
    quantity = '',
    ...texts
  } = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, enough)]))
  const read = QuoteForm.safeParse({
    ...texts,
    price: numberIn(price, decimalsOf(currency)),
    quantity: numberIn(quantity),
  })
  const issues = read.error?.issues.toReversed() ?? []
  return {
    quote: read.data,
    answer: {
      values,
      errors: Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'root', message])),
    },
  }
}
