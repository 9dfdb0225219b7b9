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
  deliverTo: 'Delivered to',
  date: 'Date',
  due: 'To be paid by',
  paid: 'Paid on',
  order: 'Order',
  ordered: 'Ordered on',
  buyersNumber: 'Your order number',
  offered: 'Offered on',
  validUntil: 'Good until',
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
    balance: 'Open then',
  },
  net: 'Without tax',
  plusTax: (name: string) => `Prices are without ${name}, which is added by where the goods go.`,
  sum: 'Total',
  onAccount: (day: string) => `On account: please pay by ${day}, with the order’s number.`,
  byCard: 'Paid by card before anything is sent.',
  corrects: (invoice: string, reason: string) => `Corrects ${invoice}: ${reason}`,
  payBy: (day: string, number: string) => `Please pay by ${day} and name ${number}.`,
  thanks: 'Paid. Thank you.',
  taxId: (id: string) => `Tax number ${id}`,
  registration: (id: string) => `Registered as ${id}`,
  bank: (details: string) => `Bank: ${details}`,
  note: (text: string) => `Note: ${text}`,
  received: (day: string) => `received on ${day}`,
  goesOn: 'The month goes on: what follows is in a statement of its own.',
  quoteEnds: (day: string) => `This offer is good until ${day}. The stock is taken when it is accepted.`,
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
  opening: 'At the beginning of the month',
  before: 'After earlier entries',
  further: 'Further entries follow',
  closing: 'At the end',
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
    country: 'There is no e-invoice: where the goods went was not known when it was issued.',
    taxNumber: 'There is no e-invoice: the seller asks for tax and has given no tax number.',
    sellerNumber: 'There is no e-invoice: the seller has given no tax number and no registration.',
    rounding: 'There is no e-invoice: tax that was rounded line by line is too far from the tax of the sum.',
    currency: 'There is no e-invoice: the list of currencies of EN 16931 lacks this one.',
  },
} as const
