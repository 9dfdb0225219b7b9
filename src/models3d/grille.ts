import { CylinderGeometry, Group, TorusGeometry } from 'three'
import type { Material } from 'three'
import { part } from './geometry.ts'
import { materials } from './materials.ts'
import { screw } from './socket.ts'

const wireRadius = 1.15
const gap = 6.1

/** A fan guard: wire rings on four rods, each rod ending in a ring under a screw. It lies on y = 0, over a hole. */
export function wireGrille(radius: number, screwRadius: number, material: Material): Group {
  const guard = new Group()
  for (let ring = radius - 1; ring > 12; ring -= gap) {
    const rise = 1.6 + 2.2 * (1 - ring / radius)
    guard.add(part(new TorusGeometry(ring, wireRadius, 10, 96).rotateX(Math.PI / 2), material, [0, rise, 0]))
  }
  const length = screwRadius - 13
  for (let index = 0; index < 4; index++) {
    const arm = new Group()
    const rod = new CylinderGeometry(wireRadius, wireRadius, length, 12).rotateZ(Math.PI / 2)
    arm.add(part(rod, material, [13 + length / 2 - 3, 1.2, 0]))
    arm.add(part(new TorusGeometry(3.6, wireRadius, 10, 32).rotateX(Math.PI / 2), material, [screwRadius, 1.2, 0]))
    const head = screw(3.9, materials().powderBlack)
    head.rotation.x = -Math.PI / 2
    head.position.set(screwRadius, 1.6, 0)
    arm.add(head)
    arm.rotation.y = Math.PI / 4 + (index * Math.PI) / 2
    guard.add(arm)
  }
  return guard
}
