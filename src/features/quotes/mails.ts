import { site } from '#content/site.ts'
import { formatQuantity, type Mail } from '#platform/mail/message.ts'

type Received = {
  email: string
  quantity: number
  /** The product as our own catalogue calls it; undefined for what we do not sell under that name. */
  product: string | undefined
}

/** For whoever asked for a quote. Nobody has shown that the address is theirs: it holds no word that was typed, but for a number. */
export function quoteReceivedMail({ email, quantity, product }: Received): Mail {
  return {
    to: email,
    subject: `We received your request for a quote · ${site.name}`,
    paragraphs: [
      'Hello, thank you for your request. A person reads it and answers by e-mail or phone.',
      'If it wasn’t you who asked, ignore this message.',
    ],
    details: [
      ...(product === undefined ? [] : [{ label: 'Product', value: product }]),
      { label: 'Quantity', value: formatQuantity(quantity) },
    ],
  }
}
