import { loadFonts } from './fonts.ts'
import type { Paper, PaperRow } from './paper.ts'
import { ink, page } from './look.ts'
import type { Enclosed } from './metadata.ts'
import type { About, Pen } from './pen.ts'

const inner = page.width - 2 * page.margin
const floor = page.height - page.bottom
/** A column of figures is as wide as its widest text plus the gap before it, within these limits. */
const figure = { least: 82, most: 124, gap: 12 }
const small = { size: 8.5, colour: ink.quiet }
const head = { size: 8.5, weight: 'semibold' as const, colour: ink.quiet }

/**
 * A paper as PDF: A4, tagged, with embedded fonts and selectable text.
 * @param made when it was issued, so that the same paper gives the same file.
 * @param enclosed a file to embed: the PDF is then archival too (PDF/A-3a).
 */
export function renderPdf(paper: Paper, made: Date, enclosed?: Enclosed): Promise<Uint8Array> {
  const [author = ''] = paper.seller
  return render([paper], { title: `${paper.title} ${paper.number}`, author, made, enclosed })
}

/** Papers in one file, each on its own pages with its own page numbers. */
export const renderTogether = (papers: AsyncIterable<Paper>, about: Omit<About, 'enclosed'>): Promise<Uint8Array> =>
  render(papers, { ...about, enclosed: undefined })

async function render(papers: Iterable<Paper> | AsyncIterable<Paper>, about: About): Promise<Uint8Array> {
  // Only drawing needs the library, so startup does not wait for it.
  const { createPen } = await import('./pen.ts')
  const pen = createPen(await loadFonts(), about)
  const root = pen.doc.struct('Document')
  pen.doc.addStructure(root)
  let pages = 0
  for await (const paper of papers) {
    if (pages > 0) pen.doc.addPage()
    drawPaper(pen, root, paper)
    numberPages(pen, paper, pages)
    pages = pen.doc.bufferedPageRange().count
  }
  root.end()
  return pen.finish()
}

function drawPaper(pen: Pen, root: Parent, paper: Paper): void {
  let y = drawHead(pen, root, paper)
  y = drawBlocks(pen, root, paper, y)
  y = drawTable(pen, root, paper, y)
  y = drawTotals(pen, root, paper, y)
  drawWords(pen, root, paper, y)
}

type Parent = PDFKit.PDFStructureElement

/** Adds an element of a kind to the paper's structure tree. */
function add(pen: Pen, parent: Parent, kind: string, draw: () => void): void {
  parent.add(pen.doc.struct(kind, {}, draw))
}

/** Adds a page if that height does not fit. @returns where to go on. */
function room(pen: Pen, y: number, height: number): number {
  if (y + height <= floor) return y
  pen.doc.addPage()
  return page.margin
}

function drawHead(pen: Pen, root: Parent, { title, number, seller: [brand = '', ...lines] }: Paper): number {
  const { doc } = pen
  const [x, y, half] = [page.margin, page.margin, inner / 2]
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(x, y, 16, 16).fill(ink.lime)
  doc.endMarkedContent()
  let left = y + 1
  const beside = { x: x + 24, y: left, width: half - 44 }
  add(pen, root, 'P', () => void (left += pen.write(brand, beside, { weight: 'semibold', size: 13 })))
  left += 7
  for (const line of lines) {
    add(pen, root, 'P', () => void (left += pen.write(line, { x, y: left, width: half - 20 }, small)))
  }
  let right = y
  const box = { x: x + half, width: half }
  add(pen, root, 'H1', () => {
    right += pen.write(title, { ...box, y: right }, { weight: 'semibold', size: 22, align: 'right' })
    right += pen.write(number, { ...box, y: right }, { size: 11, align: 'right' })
  })
  return Math.max(left, right) + 22
}

/** The most lines that a block shows below each other: more are joined into running text, so that they stay on the page. */
const mostLines = 14

/** Whom it is for and what it is about, in columns. */
function drawBlocks(pen: Pen, root: Parent, { blocks, facts }: Paper, top: number): number {
  pen.rule(top, ink.text)
  const columns = [
    ...blocks,
    ...(facts.length > 0 ? [{ label: '', lines: facts.map(({ label, value }) => `${label}: ${value}`) }] : []),
  ]
  const width = inner / Math.max(1, columns.length)
  const ends = columns.map(({ label, lines }, n) => {
    let y = top + 12
    const box = { x: page.margin + n * width, width: width - 16 }
    if (label !== '') add(pen, root, 'P', () => void (y += pen.write(label, { ...box, y }, head) + 2))
    for (const line of lines.length > mostLines ? [lines.join(', ')] : lines)
      add(pen, root, 'P', () => void (y += pen.write(line, { ...box, y }, { size: 9.5 })))
    return y
  })
  return Math.max(top, ...ends) + 20
}

type Box = { x: number; width: number }

/** Where the cells of a row are: the first takes the width that the figures leave. */
function boxesOf(pen: Pen, { heads, rows }: Paper): Box[] {
  const widths = heads.slice(1).map((text, n) => {
    const widest = Math.max(pen.widthOf(text, head), ...rows.map(({ cells }) => pen.widthOf(cells[n] ?? '', cellStyle)))
    return Math.min(figure.most, Math.max(figure.least, widest + figure.gap))
  })
  const boxes: Box[] = []
  let right = page.width - page.margin
  for (const width of widths.toReversed()) {
    right -= width
    boxes.unshift({ x: right + figure.gap, width: width - figure.gap })
  }
  return [{ x: page.margin, width: right - page.margin - figure.gap }, ...boxes]
}

function drawTable(pen: Pen, root: Parent, paper: Paper, top: number): number {
  const { heads, rows } = paper
  const boxes = boxesOf(pen, paper)
  const table = pen.doc.struct('Table')
  root.add(table)
  let y = room(pen, top, 60)
  const drawHeads = (isContent: boolean) => {
    const row = isContent ? pen.doc.struct('TR') : undefined
    if (row) table.add(row)
    else pen.doc.markContent('Artifact', { type: 'Pagination' })
    for (const [n, text] of heads.entries()) {
      const box = boxes[n] ?? { x: 0, width: 0 }
      const draw = () => void pen.write(text, { ...box, y }, { ...head, align: n > 0 ? 'right' : 'left' })
      if (row) row.add(pen.doc.struct('TH', { scope: 'Column' }, draw))
      else draw()
    }
    if (row) row.end()
    else pen.doc.endMarkedContent()
    y += 18
    pen.rule(y - 3, ink.text)
  }
  drawHeads(true)
  for (const each of rows) {
    const height = heightOf(pen, each, boxes)
    if (y + height > floor) {
      pen.doc.addPage()
      y = page.margin
      // Screen readers get the heads once; on paper they are repeated on each page.
      drawHeads(false)
    }
    drawRow(pen, table, each, boxes, y + 6)
    y += height
    pen.rule(y)
  }
  table.end()
  return y + 14
}

const nameStyle = { weight: 'semibold' as const, size: 10 }
const cellStyle = { size: 10, align: 'right' as const }

function heightOf(pen: Pen, { name, note, cells }: PaperRow, [first, ...others]: readonly Box[]): number {
  const width = first?.width ?? inner
  const named = pen.heightOf(name, width, nameStyle) + (note === '' ? 0 : pen.heightOf(note, width, small))
  return 12 + Math.max(named, ...others.map((box, n) => pen.heightOf(cells[n] ?? '', box.width, cellStyle)))
}

function drawRow(pen: Pen, table: Parent, { name, note, cells }: PaperRow, boxes: readonly Box[], y: number): void {
  const row = pen.doc.struct('TR')
  table.add(row)
  const cell = (draw: () => void) => row.add(pen.doc.struct('TD', {}, draw))
  cell(() => {
    const box = boxes[0] ?? { x: 0, width: 0 }
    const height = pen.write(name, { ...box, y }, nameStyle)
    if (note !== '') pen.write(note, { ...box, y: y + height }, small)
  })
  for (const [n, text] of cells.entries()) {
    const box = boxes[n + 1]
    if (box) cell(() => void pen.write(text, { ...box, y }, cellStyle))
  }
  row.end()
}

/** The space between the sum and the line above it. */
const aboveSum = 6

function drawTotals(pen: Pen, root: Parent, { totals }: Paper, top: number): number {
  const [x, half] = [page.margin + inner / 2, inner / 4]
  const set = totals.map(({ label, value }, n) => {
    const isSum = n === totals.length - 1
    const style = { size: isSum ? 13 : 10, ...(isSum && { weight: 'semibold' as const }) }
    // The label keeps its distance from the figure.
    const height = Math.max(pen.heightOf(label, half - figure.gap, style), pen.heightOf(value, half, style))
    return { label, value, style, isSum, height: height + 2 }
  })
  let y = room(
    pen,
    top,
    set.reduce((sum, { height }) => sum + height, aboveSum + 20),
  )
  for (const [n, { label, value, style, isSum, height }] of set.entries()) {
    if (isSum && n > 0) pen.rule(y, ink.text, x, inner / 2)
    if (isSum) y += aboveSum
    add(pen, root, 'P', () => {
      pen.write(label, { x, y, width: half - figure.gap }, style)
      pen.write(value, { x: x + half, y, width: half }, { ...style, align: 'right' })
    })
    y += height
  }
  return y + 20
}

const wordsStyle = { size: 9.5 }

function drawWords(pen: Pen, root: Parent, { words }: Paper, top: number): void {
  let y = top
  for (const text of words) y = drawParagraph(pen, root, text, y) + 6
}

/** Draws a text, on one page if a page has room for it; a longer one continues from page to page. */
function drawParagraph(pen: Pen, root: Parent, text: string, top: number): number {
  const lines = pen.wrapped(text, inner, wordsStyle)
  const height = pen.heightOf(text, inner, wordsStyle)
  const paragraph = pen.doc.struct('P')
  root.add(paragraph)
  let y = height > floor - page.margin ? top : room(pen, top, height)
  for (const line of lines) {
    y = room(pen, y, height / lines.length)
    paragraph.add(() => void (y += pen.write(line, { x: page.margin, y, width: inner }, wordsStyle)))
  }
  paragraph.end()
  return y
}

/** Numbers the pages of a paper that begins on page `first`, once it is known how many there are. */
function numberPages(pen: Pen, { title, number, seller: [brand = ''] }: Paper, first: number): void {
  const { count } = pen.doc.bufferedPageRange()
  for (let n = first; n < count; n += 1) {
    pen.doc.switchToPage(n)
    pen.doc.markContent('Artifact', { type: 'Pagination' })
    const [x, counter] = [page.margin, 90]
    const text = `${brand}, ${title} ${number}`
    const width = inner - counter
    const y = page.height - 32 - pen.heightOf(text, width, small)
    pen.write(text, { x, y, width }, small)
    const counted = `Page ${n - first + 1} of ${count - first}`
    pen.write(counted, { x: x + width, y, width: counter }, { ...small, align: 'right' })
    pen.doc.endMarkedContent()
  }
}
