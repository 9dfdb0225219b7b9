import { mostPieces } from '#features/catalogue/rules.ts'
import { numberIn } from '#shared/number.ts'
import { anyDigit, withAsciiDigits } from '#shared/text.ts'

/** The cells of a sheet, row by row. */
export type Table = readonly (readonly string[])[]
/** The columns with part numbers and quantities: the same column when both are in one cell. */
export type Columns = { part: number; quantity: number }
/** A number of pieces; the text as written if it is not one, for the buyer to see and correct; null if there was none. */
export type Pieces = number | string | null
/** A row of a list as written. */
export type ReadRow = { part: string; quantity: Pieces }

/** Column headings, most reliable first. */
const partWords =
  /^(part (no|number|num|#)|part|sku|item (no|number|code)|mpn|code|model|item|product|name|article|পার্ট( নম্বর)?|কোড|মডেল|পণ্য)$/
const quantityWords = /^(qty|quantity|qnty|order qty|pieces|pcs|count|units|nos|how many|পরিমাণ|সংখ্যা|পিস)$/
const headWord = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[.:_-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const unit = String.raw`(?:pcs?|pieces?|nos?|units?|ea|টি|পিস)\.?`
const units = new RegExp(String.raw`\s*${unit}$`, 'iu')
/** The separator between a quantity and the part number that follows it. */
const times = String.raw`\s*(?:[x×]|${unit}(?:\s+of)?)\s`

/** Longer text is not read as a quantity: a file can have a cell of megabytes, on which regular expressions are slow. */
const [longestQuantity, longestLine] = [40, 1000]

/** No-break spaces between digits, which are always digit grouping, as in the sheets of half of Europe. */
const groupSpace = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g

/** A whole number of pieces, also written as "1,200 pcs" or "১২০টি"; NaN for anything else. */
export function quantityIn(text: string): number {
  const written = text.trim()
  if (written.length > longestQuantity) return Number.NaN
  const number = numberIn(written.replace(units, '').replaceAll(groupSpace, ''))
  return Number.isInteger(number) && number >= 0 && number <= mostPieces ? number : Number.NaN
}

/** Removes commas inside quantities, which are not delimiters: "WW-1 1,200", "1,200 x WW-1". */
export const withoutGrouping = (text: string): string =>
  text.replaceAll(grouped, (number) => (Number.isNaN(numberIn(number)) ? number : number.replaceAll(',', '')))
const groups = String.raw`${anyDigit}{1,3}(?:,${anyDigit}{2,3})*,${anyDigit}{3}`
const grouped = new RegExp(String.raw`(?<=\s)${groups}(?!,|${anyDigit})|^${groups}(?=${times})`, 'gimu')

/** Removes what no part number has and no call accepts: lone surrogates and NUL characters. */
const readable = (text: string) => text.toWellFormed().replaceAll('\0', '').trim()

/** A text cut to the length that a row can show: one of megabytes freezes the browser. */
export const shown = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown).toWellFormed()}…` : text
const mostShown = 200

export function piecesIn(text: string): Pieces {
  const quantity = quantityIn(text)
  return Number.isNaN(quantity) ? shown(readable(text)) || null : quantity
}

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')
const widthOf = (table: Table) => table.reduce((widest, row) => Math.max(widest, row.length), 0)

/** The rows that are not blank. */
export const filledRows = (table: Table): Table => table.filter((row) => !isBlank(row))

export type Layout = {
  /** Undefined when only a person can tell. */
  columns: Columns | undefined
  /** The column headings; undefined when the first row belongs to the list. */
  heads: readonly string[] | undefined
}

/** Detects a sheet's layout from its headings, or else from its contents. @param table without blank rows. */
export function layoutOf(table: Table): Layout {
  const [first = []] = table
  const width = widthOf(table)
  if (width <= 1) return { columns: { part: 0, quantity: 0 }, heads: isHead(first) ? first : undefined }
  const heads = isHead(first) ? first : undefined
  const rows = heads ? table.slice(1) : table
  const columns = Array.from({ length: width }, (_, column) => column)
  const mayBeQuantities = (column: number) => areNumbers(rows, column) || areMostlyNumbers(table, column)
  const quantity = byHead(heads, quantityWords) ?? onlyOne(columns.filter(mayBeQuantities))
  const others = columns.filter((column) => column !== quantity && !areNumbers(rows, column) && isUsed(rows, column))
  const part = byHead(heads, partWords) ?? onlyOne(others) ?? onlyOne(others.filter((column) => areCodes(rows, column)))
  return { columns: part === undefined || quantity === undefined ? undefined : { part, quantity }, heads }
}

/** The columns to ask about first when only a person can tell: codes before words before figures, and no running numbers. */
export function likelyColumns(table: Table, heads: readonly string[] | undefined): Columns {
  const rows = heads ? table.slice(1) : table
  const columns = Array.from({ length: widthOf(table) }, (_, column) => column)
  const first = (...tests: readonly ((rows: Table, column: number) => boolean)[]) =>
    columns.find((column) => tests.every((holds) => holds(rows, column)))
  const part = byHead(heads, partWords) ?? first(areNames, areCodes) ?? first(areNames) ?? first(areAmounts) ?? 0
  const isOther = (_: Table, column: number) => column !== part
  const byWord = byHead(heads, quantityWords)
  const quantity = byWord === part ? undefined : byWord
  return {
    part,
    quantity: quantity ?? first(isOther, areAmounts) ?? first(isOther, areNumbers) ?? first(isOther) ?? part,
  }
}

const isHead = (row: readonly string[]) =>
  row.every((cell) => Number.isNaN(quantityIn(cell))) &&
  row.some((cell) => partWords.test(headWord(cell)) || quantityWords.test(headWord(cell)))

/** The column with the most reliable heading, if any matches; undefined if several columns have that heading. */
function byHead(heads: readonly string[] | undefined, words: RegExp): number | undefined {
  const ranked = words.source.slice(2, -2).split('|')
  const found = (heads ?? []).flatMap((cell, column) => {
    const word = headWord(cell)
    return words.test(word)
      ? { column, word, rank: ranked.findIndex((each) => word.startsWith(each.split(/[ (]/)[0] ?? '')) }
      : []
  })
  const [best, next] = found.toSorted((a, b) => a.rank - b.rank)
  return best?.word === next?.word ? undefined : best?.column
}

const onlyOne = (columns: readonly number[]) => (columns.length === 1 ? columns[0] : undefined)
const cellsOf = (rows: Table, column: number) => rows.flatMap((row) => (row[column]?.trim() ? row[column].trim() : []))
const isUsed = (rows: Table, column: number) => cellsOf(rows, column).length > 0
const areNumbers = (rows: Table, column: number) =>
  isUsed(rows, column) && cellsOf(rows, column).every((cell) => !Number.isNaN(quantityIn(cell)))
const areNames = (rows: Table, column: number) => isUsed(rows, column) && !areNumbers(rows, column)
/** Figures that do not merely number the rows. */
const areAmounts = (rows: Table, column: number) =>
  areNumbers(rows, column) && cellsOf(rows, column).some((cell, n) => quantityIn(cell) !== n + 1)
/** A first cell without a digit may be an unknown heading, such as one for prices. */
function areMostlyNumbers(table: Table, column: number): boolean {
  const cells = cellsOf(table, column)
  const numbers = cells.filter((cell) => !Number.isNaN(quantityIn(cell)))
  return /\d/.test(withAsciiDigits(cells[0] ?? '')) && numbers.length >= (cells.length * 2) / 3
}
/** Single words that contain a digit: WW-PS-850M. */
const areCodes = (rows: Table, column: number) =>
  cellsOf(rows, column).every((cell) => /^\S+$/.test(cell) && /\d/.test(withAsciiDigits(cell)))

/** The rows of a list, each exactly once, however much of it is readable. @param table without blank rows and headings. */
export function rowsOf(table: Table, { part, quantity }: Columns): ReadRow[] {
  const read = (row: readonly string[]): ReadRow => {
    // A single-cell row among rows of several cells separates part and quantity in another way.
    if (part === quantity || row.length === 1) return splitCell(row.join(' '))
    const pieces = piecesIn(row[quantity] ?? '')
    // A row without a part number shows everything else it has.
    const rest = row.filter((_, column) => column !== quantity || typeof pieces !== 'number')
    return { part: readable(row[part] ?? '') || readable(rest.join(' ')), quantity: pieces }
  }
  return table.map(read).map((row) => ({ ...row, part: shown(row.part) }))
}

/** List numbering such as "1. " at the start of a row. */
const listNumber = /^\d{1,4}[.)]\s+/

const quantityFirst = new RegExp(String.raw`^(\S+?)${times}\s*(.+)$`, 'iu')

/** "20 x WW-PS-850M", "20 pcs of WW-PS-850M", "WW-PS-850M x 20", "3. WW-PS-850M; 20 pcs": a part number and a quantity in one. */
function splitCell(cell: string): ReadRow {
  const text = readable(cell).replace(listNumber, '')
  if (text.length > longestLine) return { part: text, quantity: null }
  const [, before = '', after = ''] = quantityFirst.exec(text) ?? []
  if (!Number.isNaN(quantityIn(before))) return { part: after, quantity: quantityIn(before) }
  const [, part = '', last = ''] =
    /^(.*[^\s×x=:;,])\s*(?:[;,]?\s|[x×=:;])\s*(\S+)$/iu.exec(text.replace(units, '')) ?? []
  // In "WX 850" the digits are part of the name.
  const isName = !/\d/.test(withAsciiDigits(part))
  if (isName || Number.isNaN(quantityIn(last))) return { part: text, quantity: null }
  return { part, quantity: quantityIn(last) }
}
