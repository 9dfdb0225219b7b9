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
      `Hello ${name}, ${productName} is back in stock. You asked us to tell you.`,
      'Nothing is reserved for you, and others may have asked too. We write only once: if it sells out before you order, ask again on the product’s page.',
    ],
    details: [
      ...(partNumber ? [{ label: 'Part number', value: partNumber }] : []),
      { label: 'Available', value: formatQuantity(available) },
      { label: 'Smallest order', value: formatQuantity(leastQuantity(rule)) },
    ],
    action: { label: 'Order now', url: `${publicUrl}/tool/${toolId}` },
  }
}
