/** The texts of papers: invoices, confirmations, packing slips and quotes. */
export const paperWords = {
  titles: {
    invoice: 'Invoice',
    'credit-note': 'Credit note',
    confirmation: 'Order confirmation',
    'packing-slip': 'Packing slip',
    quote: 'Quote',
    statement: 'Statement',
  },
  to: 'To',
  /** On what is written before the goods leave. */
  deliverTo: 'Deliver to',
  deliveredTo: 'Delivered to',
  date: 'Date',
  due: 'To be paid by',
  paid: 'Paid on',
  order: 'Order',
  ordered: 'Ordered on',
  buyersNumber: 'Your order number',
  offered: 'Offered on',
  validUntil: 'Valid until',
  heads: {
    product: 'Product',
    quantity: 'Quantity',
    each: 'Each',
    total: 'Total',
    ordered: 'Ordered',
    sent: 'Sent',
    refunded: 'Refunded',
    left: 'To send',
    entry: 'Entry',
    day: 'Day',
    amount: 'Amount',
    balance: 'Balance',
  },
  net: 'Without tax',
  plusTax: (name: string) => `Prices exclude ${name}, which is added according to where the goods go.`,
  sum: 'Total',
  onAccount: (day: string, number: string) => `On account: please pay by ${day} and quote ${number}.`,
  byCard: 'Paid by card before anything is sent.',
  corrects: (invoice: string, reason: string) => `Corrects ${invoice}: ${reason}`,
  payBy: (day: string, number: string) => `Please pay by ${day} and quote ${number}.`,
  less: (items: readonly string[]) => `Less ${items.join(', ')}`,
  creditNote: (number: string, amount: string) => `credit note ${number} −${amount}`,
  payment: (amount: string) => `payment received −${amount}`,
  payRest: (less: string, { amount, day, number }: { amount: string; day: string; number: string }) =>
    `${less}: please pay ${amount} by ${day} and quote ${number}.`,
  nothingLeft: (less: string) => `${less}: nothing is left to pay.`,
  thanks: 'Paid. Thank you.',
  taxId: (id: string) => `Tax number ${id}`,
  registration: (id: string) => `Registered as ${id}`,
  bank: (details: string) => `Bank: ${details}`,
  note: (text: string) => `Note: ${text}`,
  received: (day: string) => `received on ${day}`,
  goesOn: 'The remaining entries of this month are in a separate statement.',
  quoteEnds: (day: string) => `This offer is valid until ${day}. Stock is reserved once you accept it.`,
} as const

/** The texts of a statement, on the page and on paper. */
export const statementWords = {
  kinds: {
    order: 'Order',
    payment: 'Payment',
    card: 'Card payment',
    'credit-note': 'Credit',
    cancelled: 'Order cancelled',
    'paid-out': 'Paid back',
  },
  opening: 'Opening balance',
  before: 'Balance brought forward',
  further: 'Further entries follow',
  closing: 'Closing balance',
} as const

/** The titles of files with many papers. */
export const printTitles = { 'packing-slip': 'Packing slips', invoice: 'Invoices' } as const

/** The texts of e-invoices. */
export const eInvoiceWords = {
  file: 'The same document as structured data, EN 16931',
  notTaxed: 'The seller charges no tax',
  payBy: (date: string) => `Pay by ${date}`,
  payNow: 'Payable on receipt',
  settled: 'Nothing is left to pay',
  credited: 'Credited to the buyer',
  /** Why an invoice has none. */
  problems: {
    country: 'There is no e-invoice: the delivery country was not known when it was issued.',
    taxNumber: 'There is no e-invoice: the seller charges tax but has given no tax number.',
    sellerNumber: 'There is no e-invoice: the seller has given neither a tax number nor a registration.',
    rounding: 'There is no e-invoice: the tax rounded line by line differs too much from the tax on the total.',
    currency: 'There is no e-invoice: its currency is not on the list of EN 16931.',
  },
} as const
