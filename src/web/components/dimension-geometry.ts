import type { Edge, Picture } from '#content/pictures.ts'

/** The drawing's coordinate space: a picture is 4:3 and 1000 wide. Lengths below are in its units. */
export const frame = { width: 1000, height: 750 }
const away = 36
const tick = 9
const textAway = 22

export type Point = { x: number; y: number }
export type Line = readonly [from: Point, to: Point]

/** A dimension line beside the edge that it measures. */
export type Dimension = {
  millimetres: number
  line: Line
  ticks: readonly Line[]
  /** The lines from the edge's ends to the dimension line. */
  extensions: readonly Line[]
  /** The centre of the text, and its rotation in degrees. */
  text: Point & { angle: number }
}

/** The dimension lines for a picture's width, height and depth, all on the outside of the body. */
export function dimensionsOf({ size, width, height, depth }: Picture): Dimension[] {
  const inside = middleOfEdges([width, height, depth])
  return [
    dimensionOf(width, inside, size.width),
    dimensionOf(height, inside, size.height),
    dimensionOf(depth, inside, size.depth),
  ]
}

export const middleOfEdges = (edges: readonly Edge[]): Point => middleOf(edges.flatMap(endsOf))

/** The line of one edge of a body's outline, on the side away from a point inside it. */
export function dimensionOf(edge: Edge, inside: Point, millimetres: number): Dimension {
  const [start, end] = endsOf(edge)
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const middle = middleOf([start, end])
  const normal = outward({ x: (start.y - end.y) / length, y: (end.x - start.x) / length }, middle, inside)
  const at = (point: Point, distance: number): Point => ({
    x: point.x + normal.x * distance,
    y: point.y + normal.y * distance,
  })
  const across = (point: Point, near: number, far: number): Line => [at(point, near), at(point, far)]
  const angle = Math.atan2(end.y - start.y, end.x - start.x) * (180 / Math.PI)
  return {
    millimetres,
    line: [at(start, away), at(end, away)],
    ticks: [across(start, away - tick, away + tick), across(end, away - tick, away + tick)],
    extensions: [across(start, 8, away - tick), across(end, 8, away - tick)],
    text: { ...at(middle, away + textAway), angle: upright(angle) },
  }
}

const endsOf = ([fromX, fromY, toX, toY]: Edge): Line => [toPoint(fromX, fromY), toPoint(toX, toY)]

const toPoint = (x: number, y: number): Point => ({ x: (x / 100) * frame.width, y: (y / 100) * frame.height })

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** The normal of an edge that points away from the body, which need not fill the picture. */
function outward(normal: Point, at: Point, inside: Point): Point {
  const outwards = normal.x * (at.x - inside.x) + normal.y * (at.y - inside.y)
  return outwards < 0 ? { x: -normal.x, y: -normal.y } : normal
}

/** The same direction, turned so that a text along it is never upside down. */
function upright(degrees: number): number {
  if (degrees > 90) return degrees - 180
  return degrees < -90 ? degrees + 180 : degrees
}
