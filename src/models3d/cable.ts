import { CatmullRomCurve3, CylinderGeometry, Group, TubeGeometry, Vector3 } from 'three'
import type { Material, Object3D } from 'three'
import { box, part, type Position } from './geometry.ts'
import { materials } from './materials.ts'

/** A cable along points, smooth through all of them. Points at the height of its radius lie on the table. */
export function cable(points: readonly Position[], radius: number, material: Material): Object3D {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    false,
    'centripetal',
  )
  return part(new TubeGeometry(curve, points.length * 14, radius, 14), material)
}

/** Positions an object built along +z and turns it in a cable's direction. */
export function aim<T extends Object3D>(object: T, at: Position, towards: Position): T {
  object.position.set(...at)
  object.lookAt(new Vector3(...at).add(new Vector3(...towards)))
  return object
}

/** The ribbed strain-relief sleeve of a cable, from z = 0 outwards. */
export function strainRelief(radius: number, length: number, material: Material): Group {
  const relief = new Group()
  const ribs = Math.round(length / 2.4)
  for (let rib = 0; rib < ribs; rib++) {
    const taper = 1.9 - (0.75 * rib) / ribs
    const ring = new CylinderGeometry(radius * taper * 0.97, radius * taper, 1.7, 24).rotateX(Math.PI / 2)
    relief.add(part(ring, material, [0, 0, (rib + 0.5) * (length / ribs)]))
  }
  const core = new CylinderGeometry(radius * 1.05, radius * 1.3, length, 20).rotateX(Math.PI / 2)
  relief.add(part(core, material, [0, 0, length / 2]))
  return relief
}

/** A fan's plug, with its back, where the cable enters, at z = 0. */
export function fanPlug(): Group {
  const plug = new Group()
  const { abs, dark } = materials()
  plug.add(part(box(10.6, 5.8, 12, 0.7), abs, [0, 0, 6]))
  plug.add(part(box(5, 1.2, 8, 0.4), abs, [0, 3.2, 7]))
  for (let pin = 0; pin < 4; pin++) plug.add(part(box(1.4, 2, 0.4, 0.1), dark, [(pin - 1.5) * 2.5, 0, 12]))
  return plug
}
