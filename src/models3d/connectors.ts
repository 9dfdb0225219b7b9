import { Group } from 'three'
import { cable } from './cable.ts'
import type { Position } from './geometry.ts'
import { materials, seededRandom } from './materials.ts'
import type { Model } from './model.ts'
import { plug, wireEntries } from './socket.ts'

const columns = 4
const length = 26

/** Wires from a plug's back to far outside the picture. `side` is −1 for left, 1 for right. */
function wires(side: number, seed: number): Group {
  const { lime, rubber } = materials()
  const group = new Group()
  const random = seededRandom(seed)
  for (const { x, y, index } of wireEntries(columns)) {
    const material = index === 1 || index === 6 ? lime : rubber
    const wander = () => (random() - 0.5) * 7
    const radius = 2
    const height = 6.4 + y
    const points: Position[] = [
      [-side * 6, height, x],
      [side * 6, height, x],
      [side * 28, height * 0.85 + 0.4, x * 1.3 + wander() * 0.3],
      [side * 70, Math.max(radius, height * 0.7), x * 1.7 + wander()],
      [side * 125, Math.max(radius, height * 0.75), x * 1.9 + 8 * side + wander()],
      [side * 190, Math.max(radius, height * 0.7), x * 1.8 + 22 * side + wander()],
      [side * 420, Math.max(radius, height * 0.7), x * 1.8 + 90 * side + wander()],
    ]
    group.add(cable(points, radius, material))
  }
  return group
}

/** Two halves of a power connector lying apart; the gap between them is `size.width`. */
export function connectors(): Model {
  const { abs } = materials()
  const group = new Group()
  const gap = 46
  for (const side of [-1, 1]) {
    const half = new Group()
    const end = plug({ columns, length, pins: side === 1, material: abs })
    end.rotation.y = side === 1 ? -Math.PI / 2 : Math.PI / 2
    end.position.y = 6.4
    half.add(end, wires(side, 11 + side))
    half.position.set(side * (gap / 2 + length), 0, side * 10)
    half.rotation.y = side === 1 ? 0.3 : -0.42
    group.add(half)
  }
  return { group, size: { width: gap, height: 13, depth: 20 } }
}
