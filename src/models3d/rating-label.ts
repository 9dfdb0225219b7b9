import type { Mesh } from 'three'
import { site } from '#content/site.ts'
import type { NewTool } from '#features/catalogue/schema.ts'
import { seededRandom } from './materials.ts'
import { print, type Pen } from './print.ts'

/** The product a label describes: it prints the catalogue's own data. */
export type Labelled = Pick<NewTool, 'name' | 'part_number' | 'specification'>

/** "WX-850" of "WX-850 Modular ATX". */
export const modelOf = (tool: Labelled): string => tool.name.split(' ')[0] ?? tool.name

/** The words after the model: "Modular ATX". */
export const kindOf = (tool: Labelled): string => tool.name.split(' ').slice(1).join(' ')

export const rowOf = (tool: Labelled, label: string): string | undefined =>
  tool.specification.rows.find((row) => row.label === label)?.value

/** Bars as wide as in a real bar code, derived from the part number alone, so that they are the same in every run. */
export function barCode(
  pen: Pen,
  code: string,
  area: { x: number; y: number; width: number; height: number },
  ink: string,
): void {
  const random = seededRandom([...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
  const end = area.x + area.width
  for (let x = area.x; x < end;) {
    const bar = 0.35 + Math.floor(random() * 3) * 0.35
    pen.rectangle(x, area.y, Math.min(bar, end - x), area.height, ink)
    x += bar + 0.35 + Math.floor(random() * 3) * 0.35
  }
}

type LabelColors = { ink: string; quiet: string; ground?: string; accent?: string }

/** The label is designed for this height and scaled to the face. */
const drawnHeight = 78

/** The rating label of a power supply: model, part number, the catalogue's DC table, a bar code and the mark. */
export function ratingLabel(tool: Labelled, width: number, height: number, colors: LabelColors): Mesh {
  const { ink, quiet, ground, accent } = colors
  const unit = height / drawnHeight
  const right = width - 7 * unit
  return print(width, height, (pen) => {
    const mono = (words: string, x: number, y: number, size: number, color = ink) =>
      pen.text(words, x * unit, y * unit, { size: size * unit, color, face: 'mono' })
    if (ground) pen.rectangle(0, 0, width, height, ground)
    pen.mark(right - 10 * unit, 7 * unit, 10 * unit)
    pen.text(modelOf(tool), 6.5 * unit, 23 * unit, { size: 21 * unit, color: ink })
    mono(`${tool.part_number}   ${kindOf(tool)}`, 7, 31, 3.7, quiet)
    table(pen, tool, { left: 7 * unit, right, top: 36 * unit, row: 6.6 * unit }, colors)
    mono('AC input 100–240 V, 50/60 Hz', 7, 61, 3, quiet)
    barCode(pen, tool.part_number, { x: 7 * unit, y: 63.5 * unit, width: 54 * unit, height: 9 * unit }, ink)
    mono(`${site.name}, Dhaka, Bangladesh`, 66, 68, 3, quiet)
    mono(rowOf(tool, 'Size') ?? '', 66, 72.4, 3, quiet)
    if (accent) pen.rectangle(0, height - 1.5 * unit, width, 1.5 * unit, accent)
  })
}

type Grid = { left: number; right: number; top: number; row: number }

function table(pen: Pen, tool: Labelled, { left, right, top, row }: Grid, { ink, quiet }: LabelColors): void {
  const rails = tool.specification.rails ?? []
  const column = (right - left) / (rails.length + 1)
  const line = row * 0.035
  for (let index = 0; index <= 3; index++) pen.rectangle(left, top + index * row, right - left, line, quiet)
  for (let index = 0; index <= rails.length + 1; index++) {
    pen.rectangle(left + index * column - line / 2, top, line, row * 3, quiet)
  }
  const cells = [
    ['DC output', 'Max current', 'Max power'],
    ...rails.map(({ rail, current, power }) => [rail, current, power.replace(' together', '')]),
  ]
  const size = Math.min(row * 0.48, column / 8.2)
  cells.forEach((lines, index) =>
    lines.forEach((words, at) =>
      pen.text(words, left + index * column + row * 0.24, top + (at + 0.68) * row, { size, color: ink, face: 'mono' }),
    ),
  )
}
