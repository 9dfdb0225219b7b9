import sharp from 'sharp'
import { type Dimension, frame, type Line, type Point } from '../../src/web/components/dimension-geometry.ts'

/** Half the size of the largest text along its line and across it, and the distance between the sampled points. */
const textReach = 48
const textRise = 14
const step = 2

/** Above this alpha a pixel is the product itself, not its shadow. */
const solid = 0.6

/** How many points of a dimension line and its text lie on the product. Outside the picture everything is free. */
export type Crossings = (dimension: Dimension) => number

/** Reads a picture with a transparent background. */
export async function crossingsIn(file: string): Promise<Crossings> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const isFree = ({ x, y }: Point): boolean => {
    const column = Math.round((x / frame.width) * info.width)
    const row = Math.round((y / frame.height) * info.height)
    if (column < 0 || row < 0 || column >= info.width || row >= info.height) return true
    return (data[(row * info.width + column) * info.channels + 3] ?? 0) < solid * 255
  }
  return ({ line, extensions, text }) =>
    [line, ...extensions, ...linesOf(text)].flatMap(pointsOf).filter((point) => !isFree(point)).length
}

/** The middle of a text and its two edges, along its line. */
function linesOf({ x, y, angle }: Dimension['text']): Line[] {
  const [right, down] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  return [-textRise, 0, textRise].map((rise) => {
    const middle = { x: x - down * rise, y: y + right * rise }
    return [
      { x: middle.x - right * textReach, y: middle.y - down * textReach },
      { x: middle.x + right * textReach, y: middle.y + down * textReach },
    ]
  })
}

function pointsOf([from, to]: Line): Point[] {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step)
  return Array.from({ length: steps + 1 }, (_, index) => ({
    x: from.x + ((to.x - from.x) * index) / steps,
    y: from.y + ((to.y - from.y) * index) / steps,
  }))
}
