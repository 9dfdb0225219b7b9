import { BoxGeometry, Group } from 'three'
import type { BufferGeometry, Material } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { box, circle, part, plate, roundedRectangle } from './geometry.ts'
import { materials } from './materials.ts'

/** Distance between two contacts of a computer's power connectors. */
const pitch = 4.2

/** The centres of a connector's contacts, with their indices. */
function cells(columns: number, rows: number): { x: number; y: number; index: number }[] {
  return Array.from({ length: columns * rows }, (_, index) => ({
    index,
    x: ((index % columns) - (columns - 1) / 2) * pitch,
    y: (Math.floor(index / columns) - (rows - 1) / 2) * pitch,
  }))
}

export const socketWidth = (columns: number): number => columns * pitch + 2.2
const socketHeight = (rows: number): number => rows * pitch + 2

/** A block with a square hole for each contact; every other hole is rounded, as in the real keying. */
function housing(columns: number, rows: number, depth: number): BufferGeometry {
  const holes = cells(columns, rows).map(({ x, y, index }) =>
    roundedRectangle(2.6, 2.6, (index + Math.floor(index / columns)) % 2 === 0 ? 0.2 : 0.9, x, y),
  )
  const outline = roundedRectangle(socketWidth(columns), socketHeight(rows), 0.8)
  return plate(outline, depth, { bevel: 0.3, holes, curveSegments: 5 })
}

function pins(columns: number, rows: number, length: number, side: number): BufferGeometry {
  const each = cells(columns, rows).map(({ x, y }) => new BoxGeometry(side, side, length).translate(x, y, length / 2))
  return mergeGeometries(each)
}

/** A socket protruding from a face towards +z. */
export function socket(columns: number, rows = 2, material: Material = materials().abs): Group {
  const { dark, gold } = materials()
  const group = new Group()
  const [width, height] = [socketWidth(columns), socketHeight(rows)]
  group.add(part(housing(columns, rows, 6.5), material))
  group.add(part(box(width - 1, height - 1, 0.8, 0.2), dark, [0, 0, 0.6]))
  group.add(part(pins(columns, rows, 4.4, 1.1), gold, [0, 0, 0.8]))
  group.add(part(box(Math.min(8, width * 0.45), 1.5, 4.6, 0.4), material, [0, height / 2 + 0.6, 3.6]))
  return group
}

type PlugOptions = { columns: number; rows?: number; length?: number; pins?: boolean; material?: Material }

/** The mating half at a cable's end: wires enter at z = 0, contacts face +z. */
export function plug({ columns, rows = 2, length = 22, pins: male = false, material }: PlugOptions): Group {
  const { abs, dark, gold } = materials()
  const body = material ?? abs
  const group = new Group()
  const [width, height] = [socketWidth(columns) + 1.2, socketHeight(rows) + 1.2]
  group.add(part(box(width, height, length - 4, 0.7), body, [0, 0, length / 2 - 2]))
  group.add(part(housing(columns, rows, 5), body, [0, 0, length - 5]))
  group.add(part(box(width - 1.4, height - 1.4, 0.6, 0.2), dark, [0, 0, length - 3.6]))
  group.add(part(box(width * 0.62, 1.2, length * 0.55, 0.5), body, [0, height / 2 + 1.5, length * 0.5]))
  group.add(part(box(width * 0.4, 2.4, 3, 0.6), body, [0, height / 2 + 0.8, length * 0.68]))
  if (male) group.add(part(pins(columns, rows, 7, 1.9), gold, [0, 0, length - 2]))
  return group
}

/** Where the wires enter a plug, in the plug's own coordinates. */
export function wireEntries(columns: number, rows = 2): { x: number; y: number; index: number }[] {
  return cells(columns, rows)
}

/** A USB-C opening in a face towards +z: a metal ring, the dark inside and its tongue. */
export function usbC(): Group {
  const { dark, nickel, gloss } = materials()
  const group = new Group()
  const ring = plate(roundedRectangle(10.4, 4.6, 2.3), 0.9, { bevel: 0.25, holes: [roundedRectangle(8.6, 2.8, 1.4)] })
  group.add(part(ring, nickel))
  group.add(part(plate(roundedRectangle(9.4, 3.6, 1.8), 0.2, { bevel: 0 }), dark))
  group.add(part(box(6.6, 0.8, 0.9, 0.2), gloss, [0, 0, 0.4]))
  return group
}

/** A USB-A opening in a face towards +z. */
export function usbA(tongue: Material): Group {
  const { dark, nickel } = materials()
  const group = new Group()
  const ring = plate(roundedRectangle(14.4, 7, 0.8), 0.9, { bevel: 0.25, holes: [roundedRectangle(12.4, 5, 0.5)] })
  group.add(part(ring, nickel))
  group.add(part(plate(roundedRectangle(13, 5.6, 0.5), 0.2, { bevel: 0 }), dark))
  group.add(part(box(11, 1.8, 0.9, 0.2), tongue, [0, 0.9, 0.4]))
  return group
}

/** A cross-head screw on a face towards +z. */
export function screw(radius: number, material: Material): Group {
  const { dark } = materials()
  const group = new Group()
  group.add(part(plate(circle(radius), radius * 0.55, { bevel: radius * 0.2 }), material))
  for (const turn of [0, Math.PI / 2]) {
    const slot = part(box(radius * 1.1, radius * 0.26, 0.3, 0.1), dark, [0, 0, radius * 0.55])
    slot.rotation.z = turn + 0.4
    group.add(slot)
  }
  return group
}
