import { quickOrderMessages } from '#content/quick-order.ts'
import type { Table } from './reading.ts'

const mostBytes = 5 * 1024 * 1024

/** A file that holds no list: the message says what to do. */
export class UnreadableFile extends Error {}

/** The cells of a pasted text or a CSV file (RFC 4180), whatever stands between them. */
export async function readText(text: string): Promise<Table> {
  const { default: papa } = await import('papaparse')
  const guessed = ['\t', ';', ',', '|']
  return papa.parse<string[]>(text.trim(), { delimitersToGuess: guessed, skipEmptyLines: true }).data
}

/** The cells of a CSV file or of the first sheet of an XLSX file. @throws UnreadableFile */
export async function readFile(file: File): Promise<Table> {
  if (file.size > mostBytes) throw new UnreadableFile(quickOrderMessages.fileTooLarge)
  const name = file.name.toLowerCase()
  if (/\.(csv|tsv|txt)$/.test(name)) return readText(await file.text())
  if (!name.endsWith('.xlsx')) throw new UnreadableFile(quickOrderMessages.fileKind)
  try {
    const { readSheet } = await import('read-excel-file/browser')
    const rows = await readSheet(file)
    return rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  } catch {
    throw new UnreadableFile(quickOrderMessages.fileBroken)
  }
}
