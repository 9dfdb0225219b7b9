import { BufferGeometry, Float32BufferAttribute } from 'three'

type HexMeshOptions = {
  /** Distance from a hole's centre to its corner. */
  radius: number
  /** Metal between two holes. */
  web: number
  thickness: number
  /** Whether a hole is cut at a position; elsewhere the sheet stays solid. */
  open: (x: number, y: number) => boolean
}

type Corner = readonly [x: number, y: number]

/** The corners of a pointy-top hexagon. */
const corners = (radius: number, x: number, y: number): Corner[] =>
  Array.from({ length: 6 }, (_, index) => {
    const angle = ((index * 60 + 30) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

/**
 * A sheet of hexagonal holes around the origin, from z = 0 to z = thickness, built cell by cell so that thousands of holes
 * need no triangulation. Its rim is jagged by half a cell: put it under a frame.
 */
export function hexMesh(width: number, height: number, options: HexMeshOptions): BufferGeometry {
  const { radius, web, thickness, open } = options
  const positions: number[] = []
  const quad = (a: Corner, b: Corner, c: Corner, d: Corner, z: readonly [number, number, number, number]) => {
    positions.push(...a, z[0], ...b, z[1], ...c, z[2], ...a, z[0], ...c, z[2], ...d, z[3])
  }
  const pitch = Math.sqrt(3) * radius + web
  const rise = (pitch * Math.sqrt(3)) / 2
  for (let row = -Math.ceil(height / 2 / rise); row * rise <= height / 2; row++) {
    for (let column = -Math.ceil(width / 2 / pitch) - 1; column * pitch <= width / 2; column++) {
      const [x, y] = [(column + (row % 2 === 0 ? 0 : 0.5)) * pitch, row * rise]
      if (Math.abs(x) > width / 2 || Math.abs(y) > height / 2) continue
      const outer = corners(pitch / Math.sqrt(3), x, y)
      const inner = corners(open(x, y) ? radius : 0, x, y)
      for (let side = 0; side < 6; side++) {
        const next = (side + 1) % 6
        const [a, b, c, d] = [outer[side], outer[next], inner[next], inner[side]]
        if (!a || !b || !c || !d) continue
        quad(a, b, c, d, [thickness, thickness, thickness, thickness])
        quad(b, a, d, c, [0, 0, 0, 0])
        quad(d, c, c, d, [thickness, thickness, 0, 0])
      }
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.computeVertexNormals()
  return geometry
}
