import { site } from '#content/site.ts'
import { formatQuantity, type Mail } from '#platform/mail/message.ts'
import { formatMoney, minor, toMajor } from '#shared/money.ts'
import { totalAt } from '#features/pricing/rules.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { offerTotal } from './rules.ts'
import type { QuoteRow } from './store.ts'

type Received = {
  email: string
  number: string
  quantity: number
  /** The products by their catalogue names; products the shop does not sell are left out. */
  lines: readonly { productName: string; quantity: number }[]
  /** Where the request is. */
  url: string
}

const opens = (url: string) => ({ label: 'Open the quote', url })

/** For whoever asked for a quote. The address is unverified, so the mail repeats nothing that was typed except numbers. */
export function quoteReceivedMail({ email, number, quantity, lines, url }: Received): Mail {
  const [only, ...others] = lines
  return {
    to: email,
    subject: `We received your request for a quote, ${number} · ${site.name}`,
    paragraphs: [
      'Hello, thank you for your request. One of our team will read it and answer by e-mail or phone.',
      'If you didn’t ask for a quote, ignore this message.',
    ],
    details:
      others.length > 0
        ? lines.map(({ productName, quantity: pieces }) => ({ label: productName, value: formatQuantity(pieces) }))
        : [
            ...(only ? [{ label: 'Product', value: only.productName }] : []),
            { label: 'Quantity', value: formatQuantity(quantity) },
          ],
    action: opens(url),
  }
}

/** `url` opens the quote without an account. */
type Told = { quote: QuoteRow; currency: string; tax: TaxRules; url: string }

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: site.timeZone })
const dayOf = (at: Date | null): string => (at ? days.format(at) : '')
const action = ({ url }: Told) => opens(url)
const hello = ({ quote }: Told): string => `Hello ${quote.name},`

/** The offered lines and their total. */
function offered({ quote: { offer }, currency, tax }: Told): Pick<Mail, 'lines' | 'total'> {
  if (!offer) return {}
  const money = (amount: number) => formatMoney(toMajor(minor(amount), currency), currency)
  return {
    lines: offer.map(({ productName, partNumber, quantity, unitPrice }) => ({
      name: productName,
      note: `${partNumber ? `${partNumber}, ` : ''}${money(unitPrice)} each`,
      quantity,
      amount: money(totalAt(quantity, unitPrice)),
    })),
    total: {
      label: tax.prices === 'exclusive' ? `Total without ${tax.name}` : 'Total',
      amount: money(offerTotal(offer)),
    },
  }
}

type Words = Omit<Mail, 'to'>
export type ToldKind = 'offered' | 'offered-again' | 'message' | 'declined' | 'withdrawn' | 'expiring'

const offerWords = (
  told: Told,
  text: string | undefined,
  { subject, opening }: { subject: string; opening: string },
) => ({
  subject,
  preheader: `Valid until ${dayOf(told.quote.validUntil)}.`,
  paragraphs: [
    `${hello(told)} ${opening} The stock is reserved once you accept it.`,
    ...(text === undefined ? [] : [text]),
  ],
  ...offered(told),
  action: action(told),
})

const words: Record<ToldKind, (told: Told, text: string | undefined) => Words> = {
  offered: (told, text) =>
    offerWords(told, text, {
      subject: `Your quote ${told.quote.number} from ${site.name}`,
      opening: `here is our offer. It is valid until ${dayOf(told.quote.validUntil)}.`,
    }),
  'offered-again': (told, text) =>
    offerWords(told, text, {
      subject: `A new offer for your quote ${told.quote.number} from ${site.name}`,
      opening: `here is a new offer. It replaces our earlier one and is valid until ${dayOf(told.quote.validUntil)}.`,
    }),
  message: (told, text = '') => ({
    subject: `About your quote ${told.quote.number} from ${site.name}`,
    paragraphs: [`${hello(told)} we wrote about your quote:`, text],
    action: action(told),
  }),
  declined: (told, text) => ({
    subject: `About your request for a quote, ${told.quote.number} · ${site.name}`,
    paragraphs: [`${hello(told)} we cannot offer what you asked for.`, ...(text === undefined ? [] : [text])],
    action: action(told),
  }),
  withdrawn: (told, text) => ({
    subject: `Your quote ${told.quote.number} from ${site.name} was withdrawn`,
    paragraphs: [
      `${hello(told)} our offer is no longer valid. If you still need it, write to us and we will look at it again.`,
      ...(text === undefined ? [] : [text]),
    ],
    action: action(told),
  }),
  expiring: (told) => ({
    subject: `Your quote ${told.quote.number} from ${site.name} expires soon`,
    paragraphs: [
      `${hello(told)} our offer is valid until ${dayOf(told.quote.validUntil)}. After that, we have to review it again.`,
    ],
    ...offered(told),
    action: action(told),
  }),
}

/** The mail about a step to whoever asked; `text` is what staff wrote with it. */
export const quoteMail = (kind: ToldKind, told: Told, text?: string): Mail => ({
  to: told.quote.email,
  ...words[kind](told, text),
})
