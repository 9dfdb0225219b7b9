import { leastQuantity } from '#features/catalogue/rules.ts'
import { formatQuantity, type Mail } from '#platform/mail/message.ts'
import type { Fulfilled } from './wait-store.ts'

/** The mail to somebody who waited for a product. */
export function backInStockMail(
  { toolId, productName, partNumber, available, email, name, ...rule }: Fulfilled,
  publicUrl: string,
): Mail {
  return {
    to: email,
    subject: `${productName} is back in stock`,
    preheader: `${formatQuantity(available)} are available now.`,
    paragraphs: [
      `Hello ${name}, ${productName} is back in stock, as you asked to be told.`,
      'Nothing is reserved for you: others may have asked too. We write once; ask again on the page of the product if it is gone before you order.',
    ],
    details: [
      ...(partNumber ? [{ label: 'Part number', value: partNumber }] : []),
      { label: 'Available', value: formatQuantity(available) },
      { label: 'Smallest order', value: formatQuantity(leastQuantity(rule)) },
    ],
    action: { label: 'Order now', url: `${publicUrl}/tool/${toolId}` },
  }
}
