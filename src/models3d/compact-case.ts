import { CylinderGeometry, Group, TorusGeometry } from 'three'
import type { Material } from 'three'
import { site } from '#content/site.ts'
import { cable } from './cable.ts'
import { caseBack } from './case-back.ts'
import { fan, rotor } from './fan.ts'
import { box, circle, part, plate, roundedRectangle, slab, type Position } from './geometry.ts'
import { hexMesh } from './hex-mesh.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { print } from './print.ts'
import { usbC } from './socket.ts'

export type CompactOptions = {
  size: Model['size']
  shell: Material
  accent: Material
  frontFan: number
  /** Number of graphics card fans visible through the side; 0 without a card. */
  cardFans: number
  /** A carrying strap. */
  strap?: Material
  ink: string
}

const feet = 10
const skin = 2.4

/** A small steel case: mesh and ports towards +z, the vented side towards +x. */
export function compactCase(options: CompactOptions): Model {
  const { size } = options
  const group = new Group()
  const body = new Group()
  const inner = { ...size, height: size.height - feet }
  body.position.y = feet
  body.add(core(inner), front(inner, options), sides(inner, options), roof(inner, options))
  if (options.strap) body.add(strap(inner, options.strap))
  group.add(body)
  const { rubber } = materials()
  for (const x of [-1, 1]) {
    for (const z of [-1, 1]) {
      const foot = new CylinderGeometry(11, 9, feet, 32)
      group.add(part(foot, rubber, [x * (size.width / 2 - 24), feet / 2, z * (size.depth / 2 - 28)]))
    }
  }
  return { group, size }
}

/** The back, and the dark frame visible in the joints between the panels. */
function core({ width, height, depth }: Model['size']): Group {
  const { dark, powderBlack } = materials()
  const group = new Group()
  group.add(part(box(width - 10, 3, depth - 8, 1), powderBlack, [0, 1.5, 0]))
  group.add(part(box(width - 10, 3, depth - 8, 1), powderBlack, [0, height - 4.5, 0]))
  group.add(part(plate(roundedRectangle(width - 8, height - 2, 4), 3), powderBlack, [0, height / 2, -depth / 2]))
  const behind = caseBack({ width, height, supply: { width: 125, height: 63.5 } })
  behind.rotation.y = Math.PI
  behind.position.z = -depth / 2
  group.add(behind)
  group.add(part(box(2, height - 8, depth - 10, 0.5), dark, [-width / 2 + 8, height / 2, 0]))
  group.add(part(box(width - 12, height - 8, 2, 0.5), dark, [0, height / 2, depth / 2 - 46]))
  return group
}

/** Ports at the top, mesh with the fan behind it below. */
function front({ width, height, depth }: Model['size'], options: CompactOptions): Group {
  const { shell, accent, frontFan, ink } = options
  const { abs, dark, powderBlack, steel, gloss, smoke, rubber } = materials()
  const group = new Group()
  const z = depth / 2
  const head = 46
  const [openWidth, openHeight] = [width - 2 * skin - 20, height - head - 16]
  const openY = 12 + openHeight / 2
  const frame = plate(roundedRectangle(width - 2 * skin - 1.2, height - 1, 7), 9, {
    bevel: 1.2,
    holes: [roundedRectangle(openWidth, openHeight, 10, 0, openY - height / 2)],
  })
  group.add(part(frame, shell, [0, height / 2, z - 9]))
  const mesh = hexMesh(openWidth + 8, openHeight + 8, { radius: 3.1, web: 1.5, thickness: 1.2, open: () => true })
  group.add(part(mesh, powderBlack, [0, openY, z - 5]))
  const fanBehind = fan({
    size: frontFan,
    blades: 9,
    chord: 0.56,
    frame: abs,
    corner: rubber,
    blade: smoke,
    print: { model: '', rating: '' },
  })
  fanBehind.position.set(0, openY, z - 26)
  group.add(fanBehind)
  const top = height - head / 2 + 2
  for (const x of [-6, 9]) {
    const port = usbC()
    port.position.set(x, top, z - 0.2)
    group.add(port)
  }
  const buttonX = width / 2 - 28
  group.add(part(new CylinderGeometry(8, 8, 2.4, 48).rotateX(Math.PI / 2), steel, [buttonX, top, z]))
  group.add(part(new CylinderGeometry(9.6, 9.6, 0.5, 48).rotateX(Math.PI / 2), dark, [buttonX, top, z]))
  group.add(part(new TorusGeometry(8.8, 0.8, 10, 64), accent, [buttonX, top, z + 0.2]))
  group.add(part(box(openWidth - 14, 1.6, 1.4, 0.6), gloss, [0, openY + openHeight / 2 + 5, z - 0.1]))
  const badge = print(48, 12, (pen) => {
    pen.mark(0, 2, 7.6, { ground: 'transparent', stroke: ink })
    pen.text(site.name, 9.5, 9, { size: 8, color: ink })
  })
  badge.position.set(-width / 2 + 38, top, z + 0.2)
  group.add(badge)
  return group
}

/** Two side panels; the right one has a vent over the graphics card. */
function sides({ width, height, depth }: Model['size'], { shell, cardFans }: CompactOptions): Group {
  const { absGrey, dark, gloss } = materials()
  const group = new Group()
  const outline = () => roundedRectangle(depth - 1, height - 1, 6)
  const left = plate(outline(), skin, { bevel: 0.9 }).rotateY(-Math.PI / 2)
  group.add(part(left, shell, [-width / 2 + skin, height / 2, 0]))
  const [openWidth, openHeight] = [depth - 56, height - 74]
  const openX = 6
  const right = plate(outline(), skin, { bevel: 0.9, holes: [roundedRectangle(openWidth, openHeight, 12, openX, 14)] })
  const side = new Group()
  side.add(part(right, shell))
  // The vent narrows to the lower right, so that the side has a direction.
  const open = (x: number, y: number) => x * 0.62 - y < openHeight * 0.52
  const mesh = hexMesh(openWidth + 8, openHeight + 8, { radius: 3.2, web: 1.4, thickness: 0.8, open })
  side.add(part(mesh, shell, [openX, 14, 0.6]))
  side.add(part(box(depth - 30, height - 30, 2, 0.5), dark, [0, 0, -36]))
  if (cardFans > 0) side.add(part(box(depth - 40, openHeight + 6, 8, 3), gloss, [0, 14, -28]))
  const radius = Math.min(openHeight * 0.42, (openWidth / cardFans) * 0.46)
  for (let index = 0; index < cardFans; index++) {
    const each = rotor({ radius, blades: 9, chord: 0.7, blade: absGrey, print: { model: '', rating: '' } })
    each.position.set(openX + (index - (cardFans - 1) / 2) * radius * 2.1, 14, -16)
    side.add(each)
  }
  side.rotation.y = Math.PI / 2
  side.position.set(width / 2 - skin, height / 2, 0)
  group.add(side)
  return group
}

function roof({ width, height, depth }: Model['size'], { shell }: CompactOptions): Group {
  const group = new Group()
  const [roofWidth, roofDepth] = [width - 2 * skin - 1.2, depth - 11]
  const [openWidth, openDepth] = [roofWidth - 34, roofDepth - 70]
  const lid = slab(roundedRectangle(roofWidth, roofDepth, 4), 3, {
    bevel: 0.9,
    holes: [roundedRectangle(openWidth, openDepth, 8)],
  })
  group.add(part(lid, shell, [0, height - 3, -5]))
  const mesh = hexMesh(openWidth + 6, openDepth + 6, { radius: 3.1, web: 1.7, thickness: 1, open: () => true })
  group.add(part(mesh.rotateX(-Math.PI / 2), shell, [0, height - 2, -5]))
  return group
}

/** A flat strap over the roof, held by a stud at each end. */
function strap({ height, depth }: Model['size'], material: Material): Group {
  const { steel } = materials()
  const group = new Group()
  const [from, to] = [-depth / 2 + 34, depth / 2 - 40]
  const middle = (from + to) / 2
  const points: Position[] = [
    [0, height + 1.6, from - 12],
    [0, height + 2, from],
    [0, height + 9, from + 26],
    [0, height + 15, middle],
    [0, height + 9, to - 26],
    [0, height + 2, to],
    [0, height + 1.6, to + 12],
  ]
  const band = cable(points, 1.5, material)
  band.scale.x = 8
  group.add(band)
  for (const z of [from - 2, to + 2]) {
    group.add(part(slab(circle(5.4), 2.6, { bevel: 0.8 }), steel, [0, height + 2, z]))
  }
  return group
}
