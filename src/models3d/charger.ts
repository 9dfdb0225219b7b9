import { Group } from 'three'
import type { Material } from 'three'
import { aim, cable, strainRelief } from './cable.ts'
import { box, part, plate, roundedRectangle, type Position } from './geometry.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { print } from './print.ts'
import { kindOf, type Labelled } from './rating-label.ts'
import { usbA, usbC } from './socket.ts'

type ChargerOptions = {
  tool: Labelled
  size: Model['size']
  shell: Material
  ink: string
  quiet: string
  tongue: Material
}

/** A USB charger standing on its narrow side: ports towards +z, its wattage printed towards +x, prongs at the back. */
export function charger(options: ChargerOptions): Model {
  const { size, shell, tongue } = options
  const { width, height, depth } = size
  const { gloss } = materials()
  const group = new Group()
  group.add(part(box(width, height, depth, 5.6), shell, [0, height / 2, 0]))
  const face = depth / 2
  group.add(
    part(plate(roundedRectangle(width - 4.4, height - 4.4, 4.6), 1.8, { bevel: 0.6 }), gloss, [
      0,
      height / 2,
      face - 0.6,
    ]),
  )
  const rows = [height * 0.27, 0.02 * height, -height * 0.24].map((y) => y + height / 2)
  const ports = [usbC(), usbC(), usbA(tongue)]
  ports.forEach((port, index) => {
    port.position.set(0, rows[index] ?? 0, face + 1.15)
    group.add(port)
  })
  const words = sidePrint(options)
  words.position.set(width / 2 + 0.12, height / 2, -1)
  words.rotation.y = Math.PI / 2
  group.add(words, prongs(size), lead(size, rows[0] ?? 0))
  return { group, size }
}

function sidePrint({ tool, size, ink, quiet }: ChargerOptions) {
  const [width, height] = [size.depth - 12, size.height - 8]
  const unit = height / 38
  const watts = tool.specification.rails?.at(-1)?.power.split(' ')[0] ?? ''
  return print(width, height, (pen) => {
    pen.mark(width - 8.5 * unit, 3 * unit, 7.5 * unit, { ground: '#1c1e21', stroke: '#a9dc22' })
    pen.text(watts, 0, 26 * unit, { size: 19 * unit, color: ink })
    pen.text('W', (watts.length * 10.4 + 3) * unit, 26 * unit, { size: 9 * unit, color: ink })
    pen.text(tool.part_number, 0.6 * unit, 31 * unit, { size: 3 * unit, color: quiet, face: 'mono' })
    pen.text(kindOf(tool), 0.6 * unit, 35.2 * unit, { size: 3 * unit, color: quiet, face: 'mono' })
  })
}

/** Two round pins for the wall, at the back. */
function prongs({ height, depth }: Model['size']): Group {
  const { nickel, abs } = materials()
  const group = new Group()
  group.add(
    part(plate(roundedRectangle(16, height - 14, 5), 1.6, { bevel: 0.5 }).rotateY(Math.PI), abs, [
      0,
      height / 2,
      -depth / 2 + 0.6,
    ]),
  )
  for (const y of [-9.5, 9.5]) group.add(part(box(4, 4, 19, 2), nickel, [0, height / 2 + y, -depth / 2 - 9]))
  return group
}

/** A USB-C plug, from its back at z = 0 to the metal tip. */
function usbPlug(): Group {
  const { abs, nickel, dark, rubber } = materials()
  const group = new Group()
  const relief = strainRelief(2.2, 9, rubber)
  group.add(relief, part(box(12, 6.6, 21, 2.6), abs, [0, 0, 18]))
  group.add(part(box(8.4, 2.5, 8, 1.2), nickel, [0, 0, 31]), part(box(6.8, 1, 0.3, 0.1), dark, [0, 0, 35]))
  return group
}

/** The lead: from the upper port, in a loop over the table, to its other plug. */
function lead({ depth }: Model['size'], portHeight: number): Group {
  const { rubber } = materials()
  const group = new Group()
  const face = depth / 2
  const radius = 2.1
  const points: Position[] = [
    [0, portHeight, face + 24],
    [0, portHeight - 0.3, face + 38],
    [-2, portHeight * 0.72, face + 52],
    [-1, portHeight * 0.25, face + 60],
    [6, radius, face + 62],
    [24, radius, face + 56],
    [44, radius, face + 36],
    [64, radius, face + 6],
    [88, radius, face - 22],
    [108, radius, face - 22],
    [112, radius, face - 2],
    [96, radius, face + 20],
    [80, radius + 1, face + 37],
    [72, radius + 1.4, face + 45],
  ]
  group.add(cable(points, radius, rubber))
  group.add(aim(usbPlug(), [0, portHeight, face + 32], [0, 0, -1]))
  group.add(aim(usbPlug(), [79, radius + 1.3, face + 38], [-0.66, -0.01, 0.75]))
  return group
}
