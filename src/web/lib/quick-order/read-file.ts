import type { SheetData } from 'read-excel-file/browser'
import { quickOrderMessages } from '#content/quick-order.ts'
import { filledRows, type Table, withoutGrouping } from './reading.ts'

const mostBytes = 5 * 1024 * 1024

/** A file without a readable list: the message says what to do. */
export class UnreadableFile extends Error {}

/** The cells of text pasted from a spreadsheet, a mail or a note. */
export const readPasted = (text: string): Promise<Table> =>
  text.includes('\t') ? readCells(text, '\t') : readCells(withoutGrouping(text))

/** The cells of a text (RFC 4180) with any delimiter. If quotation marks are unbalanced, they count as ordinary characters. */
async function readCells(text: string, delimiter?: string): Promise<Table> {
  const { default: papa } = await import('papaparse')
  const between = delimiter === undefined ? { delimitersToGuess: ['\t', ';', ',', '|'] } : { delimiter }
  const parse = (quoteChar: string) =>
    papa.parse<string[]>(text.trim(), { ...between, skipEmptyLines: true, quoteChar })
  const { data, errors, meta } = parse('"')
  const isBroken = errors.some(({ type }) => type === 'Quotes')
  // A real cell never contains rows with tabs: these are two stray quotation marks that happen to form a pair.
  const hasRowsInside = meta.delimiter === '\t' && data.flat().some((cell) => /\t/.test(cell) && /\n/.test(cell))
  return isBroken || hasRowsInside ? parse('\0').data : data
}

/** Decodes text as spreadsheets save it: Excel writes "Unicode text" as UTF-16 and plain CSV as Windows-1252. */
function textIn(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The first line of many exports, meant only for Excel: "sep=;". */
const saysWhatIsBetween = /^"?sep=.?"?\r?\n/i

/** The cells of a CSV file or of the first sheet of an XLSX file that has any. @throws UnreadableFile */
export async function readFile(file: File): Promise<Table> {
  if (file.size > mostBytes) throw new UnreadableFile(quickOrderMessages.fileTooLarge)
  const name = file.name.toLowerCase()
  if (/\.(csv|tsv|txt)$/.test(name)) return readCells(textIn(await file.arrayBuffer()).replace(saysWhatIsBetween, ''))
  if (!name.endsWith('.xlsx')) throw new UnreadableFile(quickOrderMessages.fileKind)
  const { default: readSheets, readSheet } = await import('read-excel-file/browser')
  try {
    const first = inWords(await readSheet(file))
    if (filledRows(first).length > 0) return first
    // The other sheets only now: they may hold price lists of megabytes.
    const sheets = await readSheets(file)
    return sheets.map(({ data }) => inWords(data)).find((table) => filledRows(table).length > 0) ?? first
  } catch {
    throw new UnreadableFile(quickOrderMessages.fileBroken)
  }
}

const inWords = (rows: SheetData): Table => rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
