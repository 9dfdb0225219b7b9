/** A message as a feature writes it and as it is stored. Amounts and times are already formatted. */
export type Mail = {
  /** One e-mail address. */
  to: string
  subject: string
  /** What a list of messages shows after the subject; the first paragraph if there is none. */
  preheader?: string
  /** Plain text, one string per paragraph. */
  paragraphs: string[]
  /** The one thing to do, between the first paragraph and the rest. */
  action?: { label: string; url: string }
  /** What was bought. */
  lines?: { name: string; note?: string; quantity: number; amount: string }[]
  /** The total of the lines. */
  total?: { label: string; amount: string }
  /** Facts, one per row, such as the carrier and the tracking number. */
  details?: Detail[]
}

export type Detail = {
  label: string
  value: string
  /** Somebody else than the recipient whom it is about, by account id or else by e-mail: not sent, but found when they are erased. */
  person?: string
}

/** The sender's name, and the lines of the postal address. */
export type Sender = { name: string; address: readonly string[] }

/** A quantity as it is written in messages. */
export const formatQuantity = (quantity: number): string => quantity.toLocaleString('en')

/** The paragraph above the button, and those at the end. */
export function paragraphsOf({ paragraphs: [first = '', ...rest] }: Mail): { first: string; rest: string[] } {
  return { first, rest }
}
