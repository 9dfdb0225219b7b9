import type { Disagreement, DisagreementKind } from '#features/payments/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { plainCode } from '#web/lib/money-words.ts'
import { formatShopMoment } from '#web/ui/shop-moment.ts'

type Words = {
  title: string
  tone: 'warn' | 'err'
  /** The problem in one sentence. */
  says: (one: Disagreement) => string
  button: string
  busy: string
  /** The messages after the action: when the records now agree, and when they still do not. */
  done: string
  still: string
  /** The confirmation text, where money is about to move. */
  asks?: (one: Disagreement) => string
}

const money = ({ amount, currency }: Disagreement): string =>
  amount === null || currency === null ? 'the money' : formatMoney(amount, currency)
const expected = ({ expected: amount, currency }: Disagreement): string =>
  amount === null || currency === null ? 'another amount' : formatMoney(amount, currency)

/** The texts of the list of payments to check, by kind. */
export const disagreementWords: Readonly<Record<DisagreementKind, Words>> = {
  'money-without-order': {
    title: 'Money without an order',
    tone: 'err',
    says: (one) => `A payment arrived, but its order of ${expected(one)} could not take it.`,
    button: 'Send it back',
    busy: 'Sending',
    done: 'The money is on its way back',
    still: 'The money could not be sent back yet',
    asks: (one) => `${money(one)} will go back to the card it came from.`,
  },
  'order-without-money': {
    title: 'Order without money',
    tone: 'err',
    says: (one) => `The order is ${one.detail}, but no card payment of ${expected(one)} is known for it.`,
    button: 'Ask the provider',
    busy: 'Asking',
    done: 'The order’s payment was found',
    still: 'The provider has no payment for this order either',
  },
  'amounts-differ': {
    title: 'Amounts differ',
    tone: 'err',
    says: (one) => `The order shows ${money(one)}, but its payment ${expected(one)}.`,
    button: 'Ask the provider',
    busy: 'Asking',
    done: 'The amounts agree now',
    still: 'The amounts still differ',
  },
  'refund-failed': {
    title: 'Refund failed',
    tone: 'err',
    says: (one) =>
      ['refused', 'unknown'].includes(one.detail)
        ? 'The provider could not send it, so we still have the money.'
        : `The provider could not send it (${plainCode(one.detail)}), so we still have the money.`,
    button: 'Send again',
    busy: 'Sending',
    done: 'The refund was sent again',
    still: 'The refund failed again',
    asks: (one) => `${money(one)} will go back to the card it came from.`,
  },
  'refund-hangs': {
    title: 'Refund delayed',
    tone: 'warn',
    says: (one) =>
      one.detail === 'requested'
        ? 'We could not reach the provider about it for over a day.'
        : 'It has been on its way for more than a day.',
    button: 'Check now',
    busy: 'Checking',
    done: 'The refund is done',
    still: 'The refund is still on its way',
  },
  'dispute-open': {
    title: 'Dispute',
    tone: 'warn',
    says: ({ detail, dueBy }) =>
      `The cardholder wants it back (${plainCode(detail)})${dueBy ? `: answer by ${formatShopMoment(dueBy)}` : ''}.`,
    button: 'Check now',
    busy: 'Checking',
    done: 'The dispute is decided',
    still: 'The dispute is still open',
  },
  'event-unhandled': {
    title: 'Event not processed',
    tone: 'warn',
    says: ({ detail }) => detail,
    button: 'Try again',
    busy: 'Trying',
    done: 'The event was processed',
    still: 'The event could not be processed',
  },
}
