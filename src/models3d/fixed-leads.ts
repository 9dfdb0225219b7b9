import { Group } from 'three'
import { aim, cable, strainRelief } from './cable.ts'
import { circle, part, plate, type Position } from './geometry.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { plug } from './socket.ts'

/** Radius of a sleeved lead. */
const sleeve = 3.6

/** Where each lead ends on the table in front, and its plug: main board, processor, graphics card. */
const leads = [
  { columns: 5, end: [94, 62] },
  { columns: 4, end: [68, 84] },
  { columns: 4, end: [42, 106] },
  { columns: 3, end: [16, 128] },
] as const

/** The lead bundle of a non-modular power supply: sleeved, out of a face at z = 0, and laid on the table. */
export function fixedLeads({ width, height }: Model['size']): Group {
  const { abs, rubber } = materials()
  const group = new Group()
  const [x, y] = [-width * 0.24, height * 0.5]
  const grommet = plate(circle(17), 4, { bevel: 1.4, holes: [circle(12)] })
  group.add(part(grommet, abs, [x, y, 0]))
  const relief = strainRelief(7, 12, rubber)
  relief.position.set(x, y, 1)
  group.add(relief)
  leads.forEach(({ columns, end: [endX, endZ] }, index) => {
    const [sideways, upwards] = [(index % 2 === 0 ? -1 : 1) * 4, (index < 2 ? 1 : -1) * 4]
    const points: Position[] = [
      [x + sideways, y + upwards, -4],
      [x + sideways, y + upwards, 16],
      [x + sideways - 5, y + upwards * 1.4, 34],
      [x - 16 + sideways * 2, 22 + upwards, 52 + index * 9],
      [x - 8 + index * -3, sleeve, endZ - 8 + index * 2],
      [Math.min(x + 24, endX - 40), sleeve, endZ + 5],
      [endX - 24, sleeve, endZ + 1],
      [endX, sleeve + 1, endZ],
    ]
    group.add(cable(points, sleeve, rubber))
    const end = aim(plug({ columns }), [endX - 2, 5.9, endZ], [1, 0, -0.04])
    group.add(end)
  })
  return group
}
