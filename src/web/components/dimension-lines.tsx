import type { Edge, Picture } from '#content/pictures.ts'

// The drawing's own space: a picture is 4:3 and 1000 wide. Lengths below are in its units.
const frame = { width: 1000, height: 750 }
const away = 36
const tick = 9
const textAway = 22

/** The real size of a product, drawn over its picture. The parent is the picture's frame and positioned. */
export function DimensionLines({ picture }: { picture: Picture }) {
  const { size } = picture
  const words = `${size.width} mm wide, ${size.height} mm high, ${size.depth} mm deep`
  return (
    <svg className="dimensions" viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={words}>
      <DimensionLine edge={picture.width} millimetres={size.width} />
      <DimensionLine edge={picture.height} millimetres={size.height} />
      <DimensionLine edge={picture.depth} millimetres={size.depth} />
    </svg>
  )
}

function DimensionLine({ edge: [from, to], millimetres }: { edge: Edge; millimetres: number }) {
  const start = { x: from[0] * 10, y: from[1] * 7.5 }
  const end = { x: to[0] * 10, y: to[1] * 7.5 }
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const normal = outward({ x: (start.y - end.y) / length, y: (end.x - start.x) / length }, middle)
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

/** The one of the two normals of an edge that points away from the middle of the picture. */
function outward(normal: Point, at: Point): Point {
  const outwards = normal.x * (at.x - frame.width / 2) + normal.y * (at.y - frame.height / 2)
  return outwards < 0 ? { x: -normal.x, y: -normal.y } : normal
}

/** The same direction, turned so that a text along it is never upside down. */
function uprightAngle(degrees: number): number {
  if (degrees > 90) return degrees - 180
  return degrees < -90 ? degrees + 180 : degrees
}

const round = (value: number): number => Math.round(value * 10) / 10
