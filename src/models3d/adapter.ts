import { CylinderGeometry, Group, TorusGeometry } from 'three'
import { site } from '#content/site.ts'
import { aim, cable, strainRelief } from './cable.ts'
import { box, part, plate, roundedRectangle, type Position } from './geometry.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { print } from './print.ts'
import { barCode, kindOf, type Labelled, modelOf } from './rating-label.ts'

type AdapterOptions = {
  tool: Labelled
  size: Model['size']
  finish: 'black' | 'white'
  /** Outer diameter of the barrel tip. */
  tip: number
  /** Straight grooves across the top of larger bricks. */
  grooves?: boolean
}

/** A mains brick lying on its broad side, label up, with the lead laid out in front of it. */
export function adapter(options: AdapterOptions): Model {
  const { size, finish } = options
  const { width, height, depth } = size
  const { abs, absWhite, dark, lime } = materials()
  const shell = finish === 'black' ? abs : absWhite
  const group = new Group()
  const half = height / 2
  for (const y of [half / 2 - 0.2, height - half / 2 + 0.2]) {
    group.add(part(box(width, half - 0.6, depth, 4.2), shell, [0, y, 0]))
  }
  group.add(part(box(width - 2.6, 3, depth - 2.6, 1), dark, [0, half, 0]))
  group.add(part(new CylinderGeometry(1.3, 1.3, 0.5, 24), lime, [width / 2 - 10, height, depth * 0.1]))
  if (options.grooves) group.add(grooves(size))
  group.add(topPrint(options), inlet(size), lead(options))
  return { group, size }
}

function grooves({ width, height, depth }: Model['size']): Group {
  const group = new Group()
  for (let index = 0; index < 7; index++) {
    group.add(
      part(box(0.9, 0.5, depth * 0.62, 0.2), materials().dark, [width / 2 - 22 - index * 2.6, height - 0.05, 0]),
    )
  }
  return group
}

function topPrint({ tool, size, finish, grooves: grooved }: AdapterOptions) {
  const [width, depth] = [size.width - 16, size.depth - 12]
  const [ink, quiet] = finish === 'black' ? ['#e4e4df', '#9b9fa2'] : ['#1c1e21', '#55595d']
  const unit = depth / 40
  const rail = tool.specification.rails?.[0]
  const words = print(width, depth, (pen) => {
    const mono = (text: string, y: number) =>
      pen.text(text, unit, y * unit, { size: 2.9 * unit, color: quiet, face: 'mono' })
    pen.text(modelOf(tool), 0.5 * unit, 12.5 * unit, { size: 14 * unit, color: ink })
    mono(`${tool.part_number}  ${kindOf(tool)}`, 18)
    mono('Input 100–240 V, 50/60 Hz', 23)
    mono(`Output ${rail?.rail} DC, ${rail?.current}, ${rail?.power}`, 27.4)
    mono(`${site.name}, Dhaka, Bangladesh`, 31.8)
    barCode(pen, tool.part_number, { x: unit, y: 34.5 * unit, width: 40 * unit, height: 5 * unit }, quiet)
    if (!grooved) pen.mark(width - 9 * unit, unit, 8 * unit)
  })
  words.rotation.x = -Math.PI / 2
  words.position.set(0, size.height + 0.12, 0)
  return words
}

/** The socket for the mains lead, at the far end. */
function inlet({ width, height }: Model['size']): Group {
  const { abs, dark, nickel } = materials()
  const group = new Group()
  group.add(part(plate(roundedRectangle(24, 17, 3), 2, { bevel: 0.5, holes: [roundedRectangle(19, 12, 4)] }), abs))
  group.add(part(box(20, 13, 0.6, 0.2), dark, [0, 0, 0.4]))
  for (const x of [-5, 0, 5]) group.add(part(box(1.8, 3.6, 2, 0.4), nickel, [x, 0, 1]))
  group.rotation.y = -Math.PI / 2
  group.position.set(-width / 2 + 0.4, height / 2, 0)
  return group
}

/** The low-voltage lead: leaves the right end, crosses itself once and ends in the barrel plug in front. */
function lead({ size: { width, height, depth }, tip, finish }: AdapterOptions): Group {
  const { rubber, rubberGrey } = materials()
  const material = finish === 'black' ? rubber : rubberGrey
  const group = new Group()
  const radius = 2.7
  const [end, front] = [width / 2, depth / 2]
  group.add(aim(strainRelief(radius, 15, material), [end - 1.5, height / 2, 0], [1, -0.04, 0.1]))
  const points: Position[] = [
    [end - 4, height / 2, 0],
    [end + 12, height / 2 - 0.6, 1.3],
    [end + 27, height * 0.3, 8],
    [end + 33, radius + 2, front],
    [end + 22, radius, front + 20],
    [end - 8, radius, front + 27],
    [end - 48, radius, front + 22],
    [end - 86, radius, front + 26],
    [end - 106, radius, front + 42],
    [end - 96, radius, front + 58],
    [end - 74, radius, front + 54],
    [end - 66, radius + 2.2, front + 36],
    [end - 60, radius * 3.1, front + 23],
    [end - 78, radius + 1, front + 13],
    [end - 108, radius, front + 20],
    [end - 124, radius, front + 50],
    [end - 104, radius, front + 82],
    [end - 62, radius, front + 84],
    [end - 34, radius + 1.6, front + 80],
    [end - 20, radius + 2.3, front + 79],
  ]
  group.add(cable(points, radius, material))
  group.add(aim(barrelPlug(tip), [end - 30, radius + 2.2, front + 79.6], [1, 0, -0.05]))
  return group
}

/** A barrel plug with its sleeve, from z = 0 to its tip. */
function barrelPlug(diameter: number): Group {
  const { abs, dark, gold, nickel } = materials()
  const group = new Group()
  const along = (radius: number, end: number, length: number) =>
    new CylinderGeometry(end, radius, length, 32).rotateX(Math.PI / 2)
  const relief = strainRelief(2.7, 12, abs)
  relief.position.z = 2
  const grip = box(9.4, 9.4, 24, 3)
  group.add(relief, part(grip, abs, [0, 0, 24]), part(along(4.2, 4.2, 2), dark, [0, 0, 36.5]))
  group.add(part(along(diameter / 2 + 0.5, diameter / 2 + 0.5, 2.4), nickel, [0, 0, 38]))
  group.add(part(along(diameter / 2, diameter / 2, 11), nickel, [0, 0, 43]))
  group.add(part(new TorusGeometry(diameter / 2 + 0.1, 0.35, 10, 32), dark, [0, 0, 42]))
  group.add(part(along(diameter / 2 - 0.9, diameter / 2 - 0.9, 0.4), dark, [0, 0, 48.6]))
  group.add(part(along(0.5, 0.5, 1), gold, [0, 0, 48.6]))
  return group
}
