import { QuoteForm } from '#features/quotes/schema.ts'
import { numberIn } from '#shared/number.ts'

/** What the server says to a form that came without script: that it is sent, or what is wrong, with what was typed. */
export type QuoteResult = {
  sent?: QuoteForm
  values?: Readonly<Record<string, string>>
  /** By the field's name; `root` is about the whole. */
  errors?: Readonly<Record<string, string>>
}

/** More characters than any field takes: what is longer is refused for these alone. */
const enough = 1000

/** Reads a form's fields as a request for a quote; without one `answer` says why. */
export function readQuote(form: FormData): { quote: QuoteForm | undefined; answer: QuoteResult } {
  // What is no field of the form is not sent back: there could be thousands.
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
  const read = QuoteForm.safeParse({ ...texts, price: numberIn(price), quantity: numberIn(quantity) })
  const issues = read.error?.issues.toReversed() ?? []
  return {
    quote: read.data,
    answer: {
      values,
      errors: Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'root', message])),
    },
  }
}
