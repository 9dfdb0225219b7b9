import PDFDocument from 'pdfkit'
import { forOneDocument, type Fonts, type Weight } from './fonts.ts'
import { ink, page } from './look.ts'
import { about, accessible, describedSchemas, type Enclosed } from './metadata.ts'
import { drawable, linesOf, runsOf } from './text-runs.ts'

/** How a text is set: sizes and lengths in points, colours from the site's light theme. */
export type Style = { weight?: Weight; size?: number; colour?: string; align?: 'left' | 'right' }

const lineHeight = 1.4

const isBangla = (text: string): boolean => /\p{Script=Bengali}/u.test(text)
/** What is added to a space, in the size of the text: as on the site, Bangla's own is narrow beside Latin. */
const spacing = (text: string): number => (isBangla(text) ? 0.1 : 0)
const spacesOf = (text: string): number => text.split(' ').length - 1

export type About = { title: string; author: string; made: Date; enclosed: Enclosed | undefined }

export type Pen = ReturnType<typeof createPen>

/** Draws onto a tagged PDF (PDF/UA-1, ISO 14289-1): text in several fonts, and lines that are not content. */
export function createPen(fonts: Fonts, { title, author, made, enclosed }: About) {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    // PDF/UA is newer than the types.
    subset: enclosed ? 'PDF/A-3a' : ('PDF/UA' as PDFKit.Mixins.PDFSubsets),
    // No font of the reader's machine is ever used.
    font: '',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: true,
    info: { Title: about(title), Author: about(author), CreationDate: made, ModDate: made },
  })
  if (enclosed) enclose(doc, enclosed, made)
  for (const files of Object.values(fonts))
    for (const { name, font } of files) doc.registerFont(name, forOneDocument(font))

  /** Widths of each text and weight at one point, as a word is measured many times over. */
  const widths = new Map<string, number>()
  function widthOf(text: string, { weight = 'regular', size = 10 }: Style): number {
    const key = `${weight} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known * size
    const width = runsOf(drawable(text, fonts[weight]), fonts[weight]).reduce(
      (sum, run) =>
        sum + doc.font(run.font).fontSize(1).widthOfString(run.text) + spacesOf(run.text) * spacing(run.text),
      0,
    )
    widths.set(key, width)
    return width * size
  }
  const wrapped = (text: string, width: number, style: Style): string[] =>
    linesOf(drawable(text, fonts[style.weight ?? 'regular']), width, (part) => widthOf(part, style))
  const heightOf = (text: string, width: number, style: Style): number =>
    wrapped(text, width, style).length * (style.size ?? 10) * lineHeight

  function line(text: string, x: number, y: number, style: Style): void {
    const { weight = 'regular', size = 10, colour = ink.text } = style
    let at = x
    for (const run of runsOf(text, fonts[weight])) {
      doc.font(run.font).fontSize(size).fillColor(colour)
      const wordSpacing = spacing(run.text) * size
      // All fonts share one baseline, however high their letters are.
      const draw = () => doc.text(run.text, at, y + size, { lineBreak: false, baseline: 'alphabetic', wordSpacing })
      if (isBangla(run.text)) readAs(doc, run.text, draw)
      else draw()
      at += doc.widthOfString(run.text) + spacesOf(run.text) * wordSpacing
    }
  }

  return {
    doc,
    wrapped,
    heightOf,
    widthOf,

    /** Writes a text into a box. @returns its height. */
    write(text: string, { x, y, width }: { x: number; y: number; width: number }, style: Style = {}): number {
      const { size = 10 } = style
      const lines = wrapped(text, width, style)
      for (const [n, each] of lines.entries()) {
        const left = style.align === 'right' ? x + width - widthOf(each, style) : x
        line(each, left, y + n * size * lineHeight, style)
      }
      return lines.length * size * lineHeight
    },

    /** Draws a line that is not content. */
    rule(y: number, colour = ink.line, x = page.margin, width = page.width - 2 * page.margin): void {
      doc.markContent('Artifact', { type: 'Layout' })
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .strokeColor(colour)
        .stroke()
      doc.endMarkedContent()
    },

    /** The file, once all is drawn. */
    async finish(): Promise<Uint8Array> {
      const chunks: Buffer[] = []
      doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/** Embeds a file in the document, whose metadata says what the file is, and that the document is still accessible. */
function enclose(doc: PDFKit.PDFDocument, { file, metadata, schema }: Enclosed, made: Date): void {
  const { name, type, description, content } = file
  const options = { name, type, description, creationDate: made, modifiedDate: made, relationship: 'Alternative' }
  doc.file(Buffer.from(content), options)
  doc.appendXML(describedSchemas(schema))
  doc.appendXML(accessible + metadata)
}

/**
 * Draws a text whose letters are drawn in another order than they are read, with the text to hear, find and copy.
 * It is marked within the text object, since readers built on Poppler take the place of the text from where the mark ends.
 */
function readAs(doc: PDFKit.PDFDocument, text: string, draw: () => void): void {
  const add = doc.addContent.bind(doc)
  doc.addContent = (operator) => {
    if (operator === 'ET') doc.endMarkedContent()
    add(operator)
    if (operator === 'BT') doc.markContent('Span', { lang: 'bn', actual: text })
    return doc
  }
  draw()
  doc.addContent = add
}
