import { formatQuantity, paragraphsOf, type Mail, type Sender } from './message.ts'

/** Columns per line, which every mail program shows without wrapping. */
const columns = 72
const rule = '-'.repeat(columns)

/** The message as plain text: the same content in the same order as the HTML. */
export function asText(mail: Mail, sender: Sender): string {
  const { first, rest } = paragraphsOf(mail)
  const blocks = [
    inLines(first),
    mail.action && `${mail.action.label}:\n${mail.action.url}`,
    linesAsText(mail),
    detailsAsText(mail.details ?? []),
    ...rest.map(inLines),
    [rule, sender.name, ...sender.address].join('\n'),
  ]
  return blocks.filter(Boolean).join('\n\n')
}

/** A paragraph; what somebody wrote keeps its lines. */
const inLines = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrapped(line, columns))
    .join('\n')

function linesAsText({ lines = [], total }: Mail): string {
  const quantities = lines.map(({ quantity }) => formatQuantity(quantity))
  const amounts = [...lines.map(({ amount }) => amount), ...(total ? [total.amount] : [])]
  const quantityWidth = Math.max(0, ...quantities.map(widthOf))
  const amountWidth = Math.max(0, ...amounts.map(widthOf))
  const nameWidth = columns - quantityWidth - amountWidth - 4
  const rows = lines.flatMap(({ name, note, amount }, i) => {
    const [head = '', ...more] = [...wrapped(name, nameWidth), ...(note ? wrapped(note, nameWidth) : [])]
    const quantity = (quantities[i] ?? '').padStart(quantityWidth)
    return [`${padded(head, nameWidth)}  ${quantity}  ${paddedLeft(amount, amountWidth)}`, ...more]
  })
  if (!total) return rows.join('\n')
  const sum = `${padded(total.label, columns - amountWidth)}${paddedLeft(total.amount, amountWidth)}`
  return [...rows, ...(rows.length > 0 ? [rule] : []), sum].join('\n')
}

function detailsAsText(details: NonNullable<Mail['details']>): string {
  const labelWidth = Math.min(24, Math.max(0, ...details.map(({ label }) => widthOf(label))))
  return details
    .flatMap(({ label, value }) =>
      wrapped(value, columns - labelWidth - 2).map((line, i) => `${padded(i === 0 ? label : '', labelWidth)}  ${line}`),
    )
    .join('\n')
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const isPlain = /^[ -~]*$/

/** How many letters a reader counts: Bangla writes one with several characters. */
const widthOf = (text: string): number =>
  // mutant(condition → false): segmenting a text costs a hundred times as much
  isPlain.test(text) ? text.length : [...letters.segment(text)].length
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
const paddedLeft = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text

/** Wraps a text into lines of `width` columns; a longer word, such as an address, has a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}
