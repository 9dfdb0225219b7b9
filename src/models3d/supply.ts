import { CylinderGeometry, Group, TorusGeometry } from 'three'
import type { Material, Object3D } from 'three'
import { rotor } from './fan.ts'
import { fixedLeads } from './fixed-leads.ts'
import { box, circle, part, plate, polygon, roundedRectangle, slab } from './geometry.ts'
import { wireGrille } from './grille.ts'
import { hexMesh } from './hex-mesh.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { print } from './print.ts'
import { type Labelled, modelOf, ratingLabel } from './rating-label.ts'
import { screw, socket, socketWidth } from './socket.ts'

/** A row of sockets, given by their column counts, under its printed name. */
export type SocketRow = {
  name: string
  sockets: readonly number[]
  /** A separate socket at the row's far end. */ last?: number
}

export type SupplyOptions = {
  tool: Labelled
  size: Model['size']
  finish: 'black' | 'white'
  top: 'wire' | 'mesh'
  fanRadius: number
  /** Sockets of a modular supply; empty when the leads are fixed. */
  rows: readonly SocketRow[]
  accent?: string
}

/** A finish's metal, label colours and print colour. */
function finishOf({ finish, accent }: SupplyOptions) {
  const { powderBlack, powderWhite } = materials()
  return finish === 'black'
    ? { shell: powderBlack, label: { ink: '#e9e9e4', quiet: '#9da1a4', ground: '#111417', accent }, print: '#a9adb0' }
    : { shell: powderWhite, label: { ink: '#1c1e21', quiet: '#55595d', accent }, print: '#c4c7c8' }
}

/** An ATX or SFX supply: sockets towards +z, rating label towards +x, the mains side at the back. */
export function supply(options: SupplyOptions): Model {
  const { size, tool, fanRadius } = options
  const { width, height, depth } = size
  const { shell, label } = finishOf(options)
  const group = new Group()
  const body = slab(roundedRectangle(width, depth, 1.6), height, {
    bevel: 0.7,
    holes: [circle(fanRadius)],
    curveSegments: 40,
  })
  group.add(part(body, shell))
  group.add(fanBay(options, shell))
  const rating = ratingLabel(tool, depth - 8, height - 8, label)
  rating.position.set(width / 2 + 0.15, height / 2, 0)
  rating.rotation.y = Math.PI / 2
  group.add(rating, seams(size), mainsSide(size, shell))
  const front = options.rows.length > 0 ? socketSide(options) : fixedLeads(size)
  front.position.z = depth / 2
  group.add(front)
  return { group, size }
}

/** The dark well under the fan's guard, the fan in it, and the guard. */
function fanBay({ size, top, fanRadius, tool, finish, accent }: SupplyOptions, shell: Material): Group {
  const { dark, abs, gloss, lime, steel, wire } = materials()
  const bay = new Group()
  const well = new CylinderGeometry(fanRadius - 0.2, fanRadius - 0.2, 30, 64, 1, true)
  bay.add(part(well, dark, [0, -16.5, 0]), part(new CylinderGeometry(fanRadius, fanRadius, 1, 64), dark, [0, -31, 0]))
  const fan = rotor({
    radius: fanRadius - 2,
    blades: 11,
    chord: 0.62,
    blade: abs,
    hub: gloss,
    print: { model: top === 'wire' ? modelOf(tool) : '', rating: '12 V DC' },
  })
  fan.rotation.x = -Math.PI / 2
  fan.position.y = -16
  bay.add(fan)
  const screwAt = Math.min(fanRadius * 0.86, size.width / 2 - 7)
  if (top === 'wire') bay.add(wireGrille(fanRadius, screwAt * Math.SQRT2, wire))
  else {
    const open = (x: number, y: number) => Math.hypot(x, y) < fanRadius - 2.4
    const side = fanRadius * 2 + 4
    const guard = part(
      hexMesh(side, side, { radius: 2.7, web: 1.3, thickness: 1.2, open }).rotateX(-Math.PI / 2),
      shell,
    )
    guard.position.y = -2
    bay.add(guard, ...screws(screwAt, finish === 'white' ? steel : wire))
    if (accent) bay.add(part(new TorusGeometry(fanRadius + 0.3, 0.9, 10, 96).rotateX(-Math.PI / 2), lime, [0, 0, 0]))
  }
  bay.position.y = size.height
  return bay
}

function screws(at: number, material: Material): Object3D[] {
  return [-at, at].flatMap((x) =>
    [-at, at].map((z) => {
      const head = screw(3, material)
      head.rotation.x = -Math.PI / 2
      head.position.set(x, 0, z)
      return head
    }),
  )
}

/** The joint between the two halves of the housing. */
function seams({ width, height, depth }: Model['size']): Group {
  const { dark } = materials()
  const group = new Group()
  for (const z of [depth / 2, -depth / 2]) {
    group.add(part(box(width - 3.2, 0.35, 0.12, 0.05), dark, [0, height - 2.4, z]))
    for (const x of [-1, 1])
      group.add(part(box(0.35, height - 3.4, 0.12, 0.05), dark, [x * (width / 2 - 1.6), height / 2 - 0.8, z]))
  }
  return group
}

/** Rows of sockets with their names, on a face at z = 0. */
function socketSide(options: SupplyOptions): Group {
  const { rows, size, finish } = options
  const { abs, gloss } = materials()
  const { width, height } = size
  const side = new Group()
  const inset = finish === 'white' ? 10 : 9
  if (finish === 'white') {
    const panel = plate(roundedRectangle(width - 6, height - 8, 2), 1.2, { bevel: 0.4 })
    side.add(part(panel, gloss, [0, height / 2, -0.2]))
  }
  const face = finish === 'white' ? 1.15 : 0.15
  const step = (height - 12) / rows.length
  const names = print(width, height, (pen) => {
    rows.forEach(({ name }, row) => {
      const y = 8 + row * step
      pen.text(name, inset + 1, y, { size: 2.9, color: finishOf(options).print, face: 'mono' })
      pen.rectangle(inset + 3 + name.length * 2.15, y - 1.1, width - inset * 2 - name.length * 2.15 - 3, 0.3, '#54585c')
    })
  })
  names.position.set(0, height / 2, face)
  side.add(names)
  rows.forEach(({ sockets, last }, row) => {
    const y = height - 8 - row * step - 7.6
    let x = -width / 2 + inset
    for (const columns of sockets) {
      const unit = socket(columns, 2, abs)
      unit.position.set(x + socketWidth(columns) / 2, y, face - 0.1)
      side.add(unit)
      x += socketWidth(columns) + 4
    }
    if (!last) return
    const unit = socket(last, 2, abs)
    unit.position.set(width / 2 - inset - socketWidth(last) / 2, y, face - 0.1)
    side.add(unit)
  })
  return side
}

/** Vent, mains inlet and switch, on the back. */
export function mainsSide({ width, height, depth }: Model['size'], shell: Material): Group {
  const { abs, dark, gloss, nickel, steel } = materials()
  const side = new Group()
  const [ventWidth, ventHeight] = [width * 0.58, height - 16]
  const frame = plate(roundedRectangle(width - 4, height - 4, 1.5), 1.2, {
    bevel: 0.35,
    holes: [roundedRectangle(ventWidth - 4, ventHeight - 4, 2, width * 0.16, 0)],
  })
  side.add(part(frame, shell))
  side.add(part(box(ventWidth, ventHeight, 0.3, 0.1), dark, [width * 0.16, 0, 0.1]))
  const vent = hexMesh(ventWidth, ventHeight, { radius: 2.7, web: 1.2, thickness: 0.6, open: () => true })
  side.add(part(vent, shell, [width * 0.16, 0, 0.3]))
  const inletX = -width * 0.31
  const cut = polygon([
    [-12, -8.5],
    [12, -8.5],
    [12, 4],
    [8, 8.5],
    [-8, 8.5],
    [-12, 4],
  ])
  const inlet = plate(roundedRectangle(31, 25, 2.5), 3.4, { bevel: 0.7, holes: [cut] })
  const inletY = height * 0.17
  side.add(part(inlet, abs, [inletX, inletY, 0.6]), part(box(26, 20, 0.4, 0.1), dark, [inletX, inletY, 1.2]))
  for (const [x, y] of [
    [-6.5, -2],
    [6.5, -2],
    [0, 3],
  ] as const) {
    side.add(part(box(2, 4.4, 3, 0.4), nickel, [inletX + x, inletY + y, 2.4]))
  }
  const switchY = -height * 0.23
  side.add(
    part(plate(roundedRectangle(24, 15, 1.5), 2.4, { bevel: 0.5, holes: [roundedRectangle(20, 11, 1)] }), abs, [
      inletX,
      switchY,
      0.8,
    ]),
  )
  const rocker = part(box(19, 10, 4, 1), gloss, [inletX, switchY, 2.2])
  rocker.rotation.y = 0.13
  side.add(rocker)
  const sign = print(12, 6, (pen) => {
    pen.text('I', 1.6, 4.6, { size: 5, color: '#e9e9e4' })
    pen.text('O', 7.6, 4.6, { size: 5, color: '#e9e9e4' })
  })
  sign.position.set(inletX, switchY, 4.9)
  sign.rotation.y = 0.13
  side.add(sign)
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) {
      const head = screw(2.6, steel)
      head.position.set(x * (width / 2 - 5.5), y * (height / 2 - 5.5), 1.2)
      side.add(head)
    }
  }
  side.rotation.y = Math.PI
  side.position.set(0, height / 2, -depth / 2)
  return side
}
