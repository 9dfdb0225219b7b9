import { BoxGeometry, CylinderGeometry, Group, SphereGeometry } from 'three'
import type { Material } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { cable } from './cable.ts'
import { fan, type FanOptions } from './fan.ts'
import { box, part, plate, roundedRectangle, slab, type Position } from './geometry.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { print } from './print.ts'
import { screw } from './socket.ts'

export type CoolerOptions = {
  size: Model['size']
  pipes: number
  fins: number
  /** The plate that covers the fins, and the fins themselves. */
  cover: Material
  fin: Material
  fan: Omit<FanOptions, 'size'>
  /** Printed on the cover. */
  model: string
}

const fanSide = 120
const fanDepth = 27
const finsFrom = 46

/** A tower cooler: base on the table, pipes through the fins, fan towards +z. */
export function towerCooler(options: CoolerOptions): Model {
  const { size, pipes, cover } = options
  const group = new Group()
  const stackDepth = size.depth - fanDepth
  const stackZ = -size.depth / 2 + stackDepth / 2
  const top = size.height - 6
  const stack = finStack(options, stackDepth, top)
  stack.position.z = stackZ
  const roof = slab(roundedRectangle(size.width - 1, stackDepth + 1, 3), 2.4, { bevel: 0.6 })
  group.add(stack, part(roof, cover, [0, top, stackZ]), coverPrint(options.model, top + 2.5, stackZ))
  const spread = Math.min(9, (stackDepth - 14) / Math.max(1, pipes - 1))
  for (let index = 0; index < pipes; index++) {
    group.add(heatPipe(stackZ + (index - (pipes - 1) / 2) * spread, index, size))
  }
  const front = fan({ ...options.fan, size: fanSide })
  front.position.set(0, size.height - 3 - fanSide / 2, size.depth / 2 - 12.5)
  group.add(front, clips(size, stackDepth, stackZ), base(stackZ))
  return { group, size, lift: size.height - 3 - fanSide }
}

function finStack({ size, fins, fin }: CoolerOptions, depth: number, top: number): Group {
  const group = new Group()
  const step = (top - finsFrom) / fins
  const sheets = Array.from({ length: fins }, (_, index) =>
    new BoxGeometry(size.width - 2, 0.8, depth).translate(0, finsFrom + index * step, 0),
  )
  group.add(part(mergeGeometries(sheets), fin))
  const inside = part(box(size.width - 9, top - finsFrom - 2, depth - 7, 1), materials().dark)
  inside.position.y = (top + finsFrom) / 2 - 1
  group.add(inside)
  return group
}

function coverPrint(model: string, y: number, z: number): Group {
  const group = new Group()
  const words = print(60, 20, (pen) => {
    pen.mark(0, 3, 9, { ground: 'transparent', stroke: '#b9bdbf' })
    pen.text(model, 13, 11.4, { size: 10, color: '#b9bdbf' })
  })
  words.rotation.x = -Math.PI / 2
  words.position.set(0, y, z + 12)
  return group.add(words)
}

/** A pipe bent into a U: through the base and up both sides, its domed ends above the cover. */
function heatPipe(z: number, index: number, { width, height }: Model['size']): Group {
  const { nickel } = materials()
  const group = new Group()
  const reach = width * (index % 2 === 0 ? 0.24 : 0.37)
  const half: Position[] = [
    [reach, height - 1.5, z],
    [reach, finsFrom + 4, z],
    [reach * 0.96, finsFrom - 10, z],
    [reach * 0.7, 19, z],
    [reach * 0.4, 11, z],
  ]
  const left = half.map(([x, y, depth]): Position => [-x, y, depth]).toReversed()
  group.add(cable([...half, [0, 10, z], ...left], 3, nickel))
  for (const x of [reach, -reach]) {
    group.add(part(new SphereGeometry(3, 20, 10, 0, Math.PI * 2, 0, Math.PI / 2), nickel, [x, height - 1.6, z]))
    group.add(part(new CylinderGeometry(3.9, 3.9, 1.2, 24), nickel, [x, height - 3.2, z]))
  }
  return group
}

/** The wires that hold the fan to the fins. */
function clips({ width, height, depth }: Model['size'], stackDepth: number, stackZ: number): Group {
  const { steel } = materials()
  const group = new Group()
  const front = depth / 2 - 3
  for (const side of [-1, 1]) {
    const x = side * (width / 2 + 0.4)
    const rear = stackZ + stackDepth * 0.12
    const points: Position[] = [
      [side * 50, height - 16, front],
      [x, height - 16, front - 4],
      [x, height - 18, rear + 6],
      [x, height - 26, rear],
      [x, height - 68, rear - 1],
      [x, height - 110, rear],
      [x, height - 117, rear + 6],
      [x, height - 119, front - 4],
      [side * 50, height - 119, front],
    ]
    group.add(cable(points, 0.9, steel))
  }
  return group
}

/** The cold plate, its clamp, and the bracket with spring screws. */
function base(z: number): Group {
  const { aluminium, nickel, steel, wire } = materials()
  const group = new Group()
  group.add(part(box(44, 8, 42, 0.8), nickel, [0, 4, z]), part(box(46, 11, 40, 1.4), aluminium, [0, 14, z]))
  const bracket = plate(roundedRectangle(104, 16, 4), 2.2, { bevel: 0.5 }).rotateX(-Math.PI / 2)
  group.add(part(bracket, wire, [0, 19.6, z]))
  for (const x of [-45, 45]) {
    const head = screw(4.6, steel)
    head.rotation.x = -Math.PI / 2
    head.position.set(x, 25, z)
    group.add(head, part(new CylinderGeometry(3, 3, 14, 20), steel, [x, 19, z]))
  }
  return group
}
