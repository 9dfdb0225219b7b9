import type { Picture } from '#content/pictures.ts'
import { type Dimension, dimensionsOf, frame, type Line } from './dimension-geometry.ts'

/** The real size of a product, drawn over its picture. The parent is the positioned frame of the picture. */
export function DimensionLines({ picture }: { picture: Picture }) {
  const { width, height, depth } = picture.size
  const words = `${width} mm wide, ${height} mm high, ${depth} mm deep`
  return (
    <svg className="dimensions" viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={words}>
      {dimensionsOf(picture).map((dimension, index) => (
        <DimensionLine key={index} {...dimension} />
      ))}
    </svg>
  )
}

function DimensionLine({ millimetres, line, ticks, extensions, text }: Dimension) {
  return (
    <>
      <path className="extension" d={pathOf(extensions)} />
      <path d={pathOf([...ticks, line])} />
      <text
        textAnchor="middle"
        dominantBaseline="central"
        transform={`translate(${round(text.x)} ${round(text.y)}) rotate(${round(text.angle)})`}
      >
        {millimetres} mm
      </text>
    </>
  )
}

const pathOf = (lines: readonly Line[]): string =>
  lines.map(([from, to]) => `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`).join('')

const round = (value: number): number => Math.round(value * 10) / 10
