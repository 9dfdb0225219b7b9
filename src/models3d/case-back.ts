import { CylinderGeometry, Group } from 'three'
import { box, part, plate, roundedRectangle } from './geometry.ts'
import { hexMesh } from './hex-mesh.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { screw, usbA, usbC } from './socket.ts'
import { mainsSide } from './supply.ts'

type BackOptions = {
  /** The back wall, its foot at y = 0. */
  width: number
  height: number
  /** The power supply visible through the wall, at its foot. */
  supply: { width: number; height: number }
  /** Distance from the wall's top to the first slot cover; undefined without slots. */
  slotsFrom?: number
}

/** Distance between two expansion slots (ATX specification 2.2). */
const slotPitch = 20.3
const shieldWidth = 42

/** A computer's back: the board's ports, covered slots and the power supply. It faces +z, with x = 0 at the wall's middle. */
export function caseBack({ width, height, supply, slotsFrom }: BackOptions): Group {
  const { powderBlack } = materials()
  const group = new Group()
  const shieldHeight = Math.min(150, height - supply.height - 44)
  const shield = portShield(shieldHeight)
  shield.position.set(width / 2 - shieldWidth / 2 - 16, height - 26 - shieldHeight / 2, 0)
  group.add(shield)
  const bayTop = supply.height + 22
  if (slotsFrom !== undefined) {
    const covers = slots(Math.min(7, Math.floor((height - slotsFrom - bayTop) / slotPitch)))
    covers.position.set(width / 2 - 78, height - slotsFrom, 0)
    group.add(covers)
  }
  const mains = mainsSide({ ...supply, depth: 0 } satisfies Model['size'], powderBlack)
  mains.rotation.y = 0
  mains.position.set(0, 12 + supply.height / 2, 0)
  group.add(mains)
  return group
}

/** The metal plate around a board's ports, which are stacked vertically. */
function portShield(height: number): Group {
  const { aluminium, abs, dark, gloss, lime, gold } = materials()
  const group = new Group()
  group.add(part(plate(roundedRectangle(shieldWidth, height, 2), 1.4, { bevel: 0.4 }), aluminium))
  const stack = new Group()
  stack.position.z = 1.2
  const rows = Math.floor((height - 34) / 17)
  for (let row = 0; row < rows; row++) {
    const y = height / 2 - 16 - row * 17
    if (row === 1) {
      stack.add(part(box(28, 13, 2, 0.6), abs, [0, y, 0.6]), part(box(22, 8, 0.6, 0.2), dark, [0, y, 1.5]))
      continue
    }
    const ports = row === 0 ? [usbC(), usbC()] : [usbA(row === 2 ? lime : gloss), usbA(gloss)]
    ports.forEach((port, index) => {
      port.position.set((index - 0.5) * 18, y, 0)
      stack.add(port)
    })
  }
  for (const [index, material] of [gloss, gold, gloss].entries()) {
    const jack = new CylinderGeometry(4, 4, 2.4, 32).rotateX(Math.PI / 2)
    const hole = new CylinderGeometry(2, 2, 0.4, 24).rotateX(Math.PI / 2)
    const x = (index - 1) * 12
    stack.add(part(jack, material, [x, -height / 2 + 13, 0.4]), part(hole, dark, [x, -height / 2 + 13, 1.8]))
  }
  group.add(stack)
  return group
}

/** Expansion slot covers, the first at y = 0 and the others below it, each vented and held by a screw. */
function slots(count: number): Group {
  const { dark, powderBlack, steel } = materials()
  const group = new Group()
  const vent = hexMesh(92, 12, { radius: 2, web: 1.2, thickness: 0.6, open: () => true })
  for (let slot = 0; slot < count; slot++) {
    const y = -slotPitch * (slot + 0.5)
    const frame = plate(roundedRectangle(112, 18, 1.5), 1.6, {
      bevel: 0.4,
      holes: [roundedRectangle(88, 9, 2, -6, 0)],
    })
    group.add(part(frame, powderBlack, [0, y, 0]))
    group.add(part(box(94, 14, 0.3, 0.1), dark, [-6, y, 0.2]), part(vent.clone(), powderBlack, [-6, y, 0.4]))
    const head = screw(2.8, steel)
    head.position.set(48, y, 1.6)
    group.add(head)
  }
  return group
}
