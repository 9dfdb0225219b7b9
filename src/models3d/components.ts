import { Group } from 'three'
import type { Material } from 'three'
import { cable } from './cable.ts'
import { rotor } from './fan.ts'
import { box, part, type Position } from './geometry.ts'
import { materials } from './materials.ts'
import { screw } from './socket.ts'

/* Parts inside a case that give a sense of scale: nobody's product, and without a name on them. */

/** A main board in the plane z = 0, its parts towards +z, centred. */
export function mainBoard(width: number, height: number): Group {
  const { board, gloss, aluminium, abs, absGrey, steel } = materials()
  const group = new Group()
  group.add(part(box(width, height, 1.8, 0.4), board, [0, 0, 0.9]))
  group.add(part(box(width * 0.2, height * 0.42, 24, 3), aluminium, [width * 0.36, height * 0.22, 13]))
  group.add(part(box(width * 0.42, 22, 18, 3), aluminium, [width * 0.02, height * 0.44, 10]))
  for (let slot = 0; slot < 4; slot++) {
    const material = slot % 2 === 1 ? absGrey : gloss
    group.add(
      part(box(4.6, Math.min(133, height * 0.5), 34, 0.8), material, [-width * 0.25 - slot * 9, height * 0.2, 18]),
    )
  }
  for (const y of [-0.16, -0.4]) group.add(part(box(width * 0.4, 8, 9, 1), abs, [width * 0.16, height * y, 5]))
  group.add(part(box(width * 0.3, height * 0.2, 8, 2), aluminium, [-width * 0.28, -height * 0.36, 5]))
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) {
      const head = screw(3, steel)
      head.position.set(x * (width / 2 - 6), y * (height / 2 - 6), 1.6)
      group.add(head)
    }
  }
  return group
}

/** A graphics card along x, its fans towards −y, its edge with a light line towards +z. */
export function graphicsCard(length: number, line: Material): Group {
  const { absGrey, abs, aluminium, dark, gloss } = materials()
  const group = new Group()
  group.add(part(box(length, 40, 112, 4), absGrey, [0, 0, 0]))
  group.add(part(box(length - 4, 3, 110, 1), gloss, [0, 21, 0]))
  group.add(part(box(length * 0.34, 2.4, 1, 0.4), line, [-length * 0.06, 6, 56]))
  group.add(part(box(length * 0.94, 12, 1, 0.4), abs, [0, -9, 56]))
  for (const x of [-0.27, 0.27]) {
    group.add(part(box(86, 0.8, 86, 0.3), dark, [x * length, -20.2, 0]))
    const fan = rotor({ radius: 42, blades: 9, chord: 0.7, blade: abs, print: { model: '', rating: '' } })
    fan.rotation.x = Math.PI / 2
    fan.position.set(x * length, -14, 0)
    group.add(fan)
  }
  group.add(part(box(1.6, 52, 118, 0.4), aluminium, [length / 2 + 1, 2, 0]))
  return group
}

/** Sleeved wires side by side along one path, spread along `spread`. */
export function ribbon(
  points: readonly Position[],
  count: number,
  spread: Position,
  materialAt: (wire: number) => Material,
): Group {
  const group = new Group()
  for (let wire = 0; wire < count; wire++) {
    const off = wire - (count - 1) / 2
    const path = points.map(([x, y, z]): Position => [x + off * spread[0], y + off * spread[1], z + off * spread[2]])
    group.add(cable(path, 2.1, materialAt(wire)))
  }
  return group
}
