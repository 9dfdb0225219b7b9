import { CylinderGeometry, Group, LatheGeometry, RingGeometry, Vector2, Vector3 } from 'three'
import type { BufferGeometry, Material } from 'three'
import { site } from '#content/site.ts'
import { box, circle, loft, part, plate, roundedRectangle } from './geometry.ts'
import { materials } from './materials.ts'
import { print } from './print.ts'

/** Lines printed on the hub: the model and its power rating. Without a model nothing is printed. */
export type HubPrint = { model: string; rating: string; color?: string; ground?: string }

export type RotorOptions = {
  /** Axis to blade tip. */
  radius: number
  blades: number
  /** Widest chord as a fraction of the radius. */
  chord: number
  /** How far a tip lags behind its root, in radians. */
  sweep?: number
  blade: Material
  hub?: Material
  print: HubPrint
}

export type FanOptions = Omit<RotorOptions, 'radius'> & {
  /** Side of the frame. */
  size: number
  frame: Material
  /** Rubber corners. */
  corner: Material
}

/** Distance between the mounting holes of a frame, by side length. */
const holeSpacing: Readonly<Record<number, number>> = { 80: 71.5, 92: 82.5, 120: 105, 140: 124.5 }
const stations = 22
const pointsAround = 24

/** One blade: a closed airfoil from root to tip, wrapped around the axis. */
function blade(root: number, { radius, chord, sweep = 1.05 }: RotorOptions): BufferGeometry {
  const rings = Array.from({ length: stations }, (_, station) => {
    const t = station / (stations - 1)
    const r = root + (radius - root) * t
    const length = radius * chord * (0.6 + 0.4 * Math.sin(Math.min(1, t / 0.7) * (Math.PI / 2)))
    const pitch = 0.72 - 0.26 * t
    return Array.from({ length: pointsAround }, (_, index) => {
      const around = (index / pointsAround) * Math.PI * 2
      const along = Math.cos(around) / 2
      const camber = 0.08 * length * (1 - (2 * along) ** 2)
      const across = camber + Math.sin(around) * 0.8
      const tangent = along * length * Math.cos(pitch) + across * Math.sin(pitch)
      const depth = across * Math.cos(pitch) - along * length * Math.sin(pitch)
      const angle = sweep * t * t - tangent / r
      return new Vector3(r * Math.cos(angle), r * Math.sin(angle), depth - 1.5)
    })
  })
  return loft(rings)
}

/** A lathed profile of radius and depth pairs around the z axis. */
function turned(profile: readonly (readonly [radius: number, z: number])[]): BufferGeometry {
  const points = profile.map(([radius, z]) => new Vector2(radius, z))
  return new LatheGeometry(points, 72).rotateX(Math.PI / 2)
}

/** Blades and hub around z, the printed side towards +z. */
export function rotor(options: RotorOptions): Group {
  const { radius, blades, hub = materials().gloss, print: words } = options
  const group = new Group()
  const hubRadius = radius * 0.355
  const shape = blade(hubRadius - 1.5, options)
  for (let index = 0; index < blades; index++) {
    const mesh = part(shape, options.blade)
    mesh.rotation.z = (index / blades) * Math.PI * 2
    group.add(mesh)
  }
  const shoulder = Array.from({ length: 9 }, (_, step) => {
    const angle = (step / 8) * (Math.PI / 2)
    return [hubRadius - 3 + 3 * Math.cos(angle), 7.5 + 3 * Math.sin(angle)] as const
  })
  group.add(part(turned([[hubRadius, -10], ...shoulder, [0, 10.5]]), hub))
  if (words.model === '') return group
  const { model, rating, color = '#e9e9e4', ground = '#15181a' } = words
  const side = hubRadius * 1.62
  group.add(part(new CylinderGeometry(side / 2, side / 2, 0.3, 64).rotateX(Math.PI / 2), hub, [0, 0, 10.6]))
  const disc = print(side, side, (pen) => {
    pen.rectangle(0, 0, side, side, ground)
    pen.rectangle(side * 0.42, side * 0.24, side * 0.16, side * 0.018, color)
    pen.text(site.name, side / 2, side * 0.5, { size: side * 0.2, color, align: 'center' })
    pen.text(model, side / 2, side * 0.64, { size: side * 0.085, color, face: 'mono', align: 'center' })
    pen.text(rating, side / 2, side * 0.76, { size: side * 0.055, color, face: 'mono', align: 'center' })
  })
  disc.geometry = new RingGeometry(0, side / 2 - 0.4, 64)
  disc.position.z = 10.9
  return group.add(disc)
}

/** Struts and motor plate behind the rotor. */
function motorMount(radius: number, material: Material): Group {
  const mount = new Group()
  mount.add(part(new CylinderGeometry(radius * 0.36, radius * 0.36, 2.4, 48).rotateX(Math.PI / 2), material))
  for (let index = 0; index < 4; index++) {
    const strut = part(box(radius * 0.72, 4.2, 2.4, 0.6), material)
    const angle = (index / 4) * Math.PI * 2 + 0.5
    strut.position.set(Math.cos(angle) * radius * 0.67, Math.sin(angle) * radius * 0.67, 0)
    strut.rotation.z = angle + 0.32
    mount.add(strut)
  }
  return mount
}

/** A whole fan around z, 25 mm deep, its open side towards +z. */
export function fan(options: FanOptions): Group {
  const { size, frame, corner } = options
  const group = new Group()
  const radius = size * 0.479
  const hole = (holeSpacing[size] ?? size * 0.875) / 2
  const at = [-hole, hole].flatMap((x) => [-hole, hole].map((y) => [x, y] as const))
  const flange = plate(roundedRectangle(size, size, size * 0.05), 4, {
    bevel: 0.5,
    holes: [circle(radius), ...at.map(([x, y]) => circle(2.2, x, y))],
    curveSegments: 40,
  })
  group.add(part(flange, frame, [0, 0, 8.5]), part(flange, frame, [0, 0, -12.5]))
  const duct = turned([
    [radius, -12],
    [radius - 0.3, -8],
    [radius - 0.3, 8],
    [radius + 0.6, 12],
    [radius + 1.6, 12],
    [radius + 1.6, -12],
    [radius, -12],
  ])
  group.add(part(duct, frame))
  for (const [x, y] of at) {
    group.add(part(new CylinderGeometry(3.6, 3.6, 20, 24).rotateX(Math.PI / 2), frame, [x, y, 0]))
    const pad = plate(roundedRectangle(14.5, 14.5, 3, x * 1.02, y * 1.02), 1.6, {
      bevel: 0.6,
      holes: [circle(2.6, x, y)],
    })
    group.add(part(pad, corner, [0, 0, 12]), part(pad, corner, [0, 0, -13.6]))
    group.add(part(plate(circle(2.9), 0.6, { bevel: 0.1, holes: [circle(1.3)] }), corner, [x, y, 12.1]))
    group.add(part(new CylinderGeometry(1.3, 1.3, 0.4, 16).rotateX(Math.PI / 2), materials().dark, [x, y, 12.2]))
  }
  const mount = motorMount(radius, frame)
  mount.position.z = -10.5
  group.add(mount, rotor({ ...options, radius: radius - 1.4 }))
  return group
}
