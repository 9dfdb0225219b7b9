import type { Corner, Edge, Picture } from '#content/pictures.ts'

// The drawing's own space: a picture is 4:3 and 1000 wide. Lengths below are in its units.
const frame = { width: 1000, height: 750 }
const away = 36
const tick = 9
const textAway = 22

/** The real size of a product, drawn over its picture. The parent is the picture's frame and positioned. */
export function DimensionLines({ picture }: { picture: Picture }) {
  const { size, width, height, depth } = picture
  const inside = middleOf([...width, ...height, ...depth].map(toPoint))
  const words = `${size.width} mm wide, ${size.height} mm high, ${size.depth} mm deep`
  return (
    <svg className="dimensions" viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={words}>
      <DimensionLine edge={width} inside={inside} millimetres={size.width} />
      <DimensionLine edge={height} inside={inside} millimetres={size.height} />
      <DimensionLine edge={depth} inside={inside} millimetres={size.depth} />
    </svg>
  )
}

type DimensionLineProps = { edge: Edge; inside: Point; millimetres: number }

function DimensionLine({ edge: [from, to], inside, millimetres }: DimensionLineProps) {
  const start = toPoint(from)
  const end = toPoint(to)
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const middle = middleOf([start, end])
  const normal = outward({ x: (start.y - end.y) / length, y: (end.x - start.x) / length }, middle, inside)
  const at = (point: Point, distance: number) =>
    `${round(point.x + normal.x * distance)} ${round(point.y + normal.y * distance)}`
  const angle = uprightAngle(Math.atan2(end.y - start.y, end.x - start.x) * (180 / Math.PI))
  return (
    <>
      <path
        className="extension"
        d={`M${at(start, 8)}L${at(start, away - tick)}M${at(end, 8)}L${at(end, away - tick)}`}
      />
      <path
        d={
          [start, end].map((point) => `M${at(point, away - tick)}L${at(point, away + tick)}`).join('') +
          `M${at(start, away)}L${at(end, away)}`
        }
      />
      <text
        textAnchor="middle"
        dominantBaseline="central"
        transform={`translate(${at(middle, away + textAway)}) rotate(${round(angle)})`}
      >
        {millimetres} mm
      </text>
    </>
  )
}

type Point = { x: number; y: number }

const toPoint = ([x, y]: Corner): Point => ({ x: (x / 100) * frame.width, y: (y / 100) * frame.height })

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** The one of the two normals of an edge that points away from the body, which need not fill the picture. */
function outward(normal: Point, at: Point, inside: Point): Point {
  const outwards = normal.x * (at.x - inside.x) + normal.y * (at.y - inside.y)
  return outwards < 0 ? { x: -normal.x, y: -normal.y } : normal
}

/** The same direction, turned so that a text along it is never upside down. */
function uprightAngle(degrees: number): number {
  if (degrees > 90) return degrees - 180
  return degrees < -90 ? degrees + 180 : degrees
}

const round = (value: number): number => Math.round(value * 10) / 10
