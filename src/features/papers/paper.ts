/** A paper as it is printed: everything is text already, so that drawing it decides nothing. */
export type Paper = {
  /** The kind of paper, such as "Invoice". */
  title: string
  number: string
  /** Who issues it: a name and lines. */
  seller: readonly string[]
  /** Blocks beside each other, such as whom it is for and where the goods go. */
  blocks: readonly { label: string; lines: readonly string[] }[]
  facts: readonly { label: string; value: string }[]
  /** The heads of the table; the first column is the widest, all others are figures. */
  heads: readonly string[]
  rows: readonly PaperRow[]
  /** Below the table; the last is the sum. */
  totals: readonly { label: string; value: string }[]
  /** Further text, one paragraph each. */
  words: readonly string[]
}

export type PaperRow = { name: string; note: string; cells: readonly string[] }
