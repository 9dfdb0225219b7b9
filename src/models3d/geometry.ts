import { BufferGeometry, ExtrudeGeometry, Float32BufferAttribute, Mesh, Shape } from 'three'
import type { Material, Path, Vector3 } from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'

/* All models are built in millimetres, y up, standing on y = 0, with their display face towards +z. */

type Point = readonly [x: number, y: number]
export type Position = readonly [x: number, y: number, z: number]

/** A positioned mesh that casts and receives shadow. */
export function part(geometry: BufferGeometry, material: Material, at: Position = [0, 0, 0]): Mesh {
  const mesh = new Mesh(geometry, material)
  mesh.position.set(...at)
  mesh.castShadow = true
  mesh.receiveShadow = true
  return mesh
}

/** A box with rounded edges, centred: a sharp edge is the first thing that gives a render away. */
export function box(width: number, height: number, depth: number, radius = 0.8): BufferGeometry {
  const geometry = new RoundedBoxGeometry(
    width,
    height,
    depth,
    radius > 2 ? 5 : 2,
    Math.min(radius, width / 2, height / 2, depth / 2),
  )
  // Texture coordinates in millimetres, as on extruded parts, so that grain has the same size everywhere.
  const uv = geometry.getAttribute('uv')
  const side = Math.max(width, height, depth)
  for (let index = 0; index < uv.count; index++) uv.setXY(index, uv.getX(index) * side, uv.getY(index) * side)
  return geometry
}

/** A rectangle with rounded corners around (x, y). */
export function roundedRectangle(width: number, height: number, radius: number, x = 0, y = 0): Shape {
  const [left, right, bottom, top] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2]
  const r = Math.min(radius, width / 2, height / 2)
  const shape = new Shape()
  shape.absarc(right - r, top - r, r, 0, Math.PI / 2, false)
  shape.absarc(left + r, top - r, r, Math.PI / 2, Math.PI, false)
  shape.absarc(left + r, bottom + r, r, Math.PI, Math.PI * 1.5, false)
  shape.absarc(right - r, bottom + r, r, Math.PI * 1.5, Math.PI * 2, false)
  shape.closePath()
  return shape
}

export function polygon(points: readonly Point[]): Shape {
  const shape = new Shape()
  points.forEach(([x, y], index) => (index === 0 ? shape.moveTo(x, y) : shape.lineTo(x, y)))
  shape.closePath()
  return shape
}

export function circle(radius: number, x = 0, y = 0): Shape {
  const shape = new Shape()
  shape.absarc(x, y, radius, 0, Math.PI * 2, false)
  return shape
}

type PlateOptions = { bevel?: number; holes?: readonly Path[]; curveSegments?: number }

/**
 * An outline extruded from z = 0 to its front at z = thickness. The bevel is cut from the outline, so that outer
 * dimensions stay exact; holes grow by it, so the web between two holes must be wider than two bevels.
 */
export function plate(outline: Shape, thickness: number, options: PlateOptions = {}): BufferGeometry {
  const { bevel = 0.4, holes = [], curveSegments = 24 } = options
  outline.holes = [...holes]
  const geometry = new ExtrudeGeometry(outline, {
    depth: thickness - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments,
  })
  return geometry.translate(0, 0, bevel)
}

/** A plate lying flat: its outline in the plane of the table, from y = 0 up to `thickness`. */
export function slab(outline: Shape, thickness: number, options: PlateOptions = {}): BufferGeometry {
  return plate(outline, thickness, options).rotateX(-Math.PI / 2)
}

/** Joins closed rings of points into one skin with flat ends. All rings have the same number of points. */
export function loft(rings: readonly (readonly Vector3[])[]): BufferGeometry {
  const around = rings[0]?.length ?? 0
  const indices: number[] = []
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let step = 0; step < around; step++) {
      const [a, b] = [ring * around + step, ring * around + ((step + 1) % around)]
      indices.push(a, b, a + around, b, b + around, a + around)
    }
  }
  const last = (rings.length - 1) * around
  for (let step = 1; step + 1 < around; step++) indices.push(0, step + 1, step, last, last + step, last + step + 1)
  const geometry = new BufferGeometry()
  const positions = rings.flatMap((ring) => ring.flatMap((point) => point.toArray()))
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return geometry
}
