/**
 * The cards the sandbox knows. Numbers, names and messages are from Stripe's documentation
 * (https://docs.stripe.com/testing, https://docs.stripe.com/declines/codes); only the slow card is our own,
 * because Stripe has no test card that stays `processing`. Pure and browser-safe: the payment page shows this table.
 */
export const declines = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  test_mode_live_card: {
    code: 'card_declined',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  },
} as const

export type Decline = keyof typeof declines
const others = ['succeeds', 'authenticates', 'processes', 'refunds slowly', 'fails to refund', 'is disputed'] as const
export const outcomes = [...others, ...Object.keys(declines).filter(isDecline)] as const
export type Outcome = (typeof others)[number] | Decline

/** Whether paying with such a card is declined. */
export function isDecline(outcome: string): outcome is Decline {
  return Object.hasOwn(declines, outcome)
}

type TestCard = {
  number: string
  outcome: Outcome
  /** What the payment page says about it. */
  label: string
  /** Its name on the secret-key side, where Stripe has one. */
  token?: string
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'succeeds', label: 'Succeeds', token: 'pm_card_visa' },
  {
    number: '4000000000000002',
    outcome: 'generic_decline',
    label: 'Declined',
    token: 'pm_card_visa_chargeDeclined',
  },
  {
    number: '4000000000009995',
    outcome: 'insufficient_funds',
    label: 'Insufficient funds',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  {
    number: '4000000000000069',
    outcome: 'expired_card',
    label: 'Expired card',
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  {
    number: '4000000000000127',
    outcome: 'incorrect_cvc',
    label: 'Incorrect CVC',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
  },
  {
    number: '4000002500003155',
    outcome: 'authenticates',
    label: 'Asks for authentication',
    token: 'pm_card_authenticationRequired',
  },
  {
    number: '4000002760003184',
    outcome: 'authenticates',
    label: 'Asks for authentication, always',
    token: 'pm_card_threeDSecure2Required',
  },
  { number: '4000000000005001', outcome: 'processes', label: 'Processing for some seconds, then succeeds' },
  {
    number: '4000000000007726',
    outcome: 'refunds slowly',
    label: 'Succeeds; a refund stays pending for some seconds',
    token: 'pm_card_pendingRefund',
  },
  {
    number: '4000000000005126',
    outcome: 'fails to refund',
    label: 'Succeeds; a refund fails after some seconds',
    token: 'pm_card_refundFail',
  },
  {
    number: '4000000000000259',
    outcome: 'is disputed',
    label: 'Succeeds, and is disputed as fraudulent',
    token: 'pm_card_createDispute',
  },
  { number: '5555555555554444', outcome: 'succeeds', label: 'Succeeds (Mastercard)', token: 'pm_card_mastercard' },
  { number: '378282246310005', outcome: 'succeeds', label: 'Succeeds (American Express)', token: 'pm_card_amex' },
]
