import { Vector3 } from 'three'

/** One frame's light: where it comes from, how strong it is, and how dark its shadow on the table may be. */
export type Sample = { direction: Vector3; strength: number; shadow: number }

const keyDirection = new Vector3(-0.62, 1, 0.6).normalize()
const keyShare = 0.45
const keyRadius = 0.34
const keyStrength = 2.35
const domeStrength = 1.25
const goldenAngle = Math.PI * (3 - Math.sqrt(5))
const lowest = Math.sin((6 * Math.PI) / 180)

/**
 * The lights of all frames. Nearly half are the key light from the front, above left, spread over a disc so that its shadow
 * is soft; the rest form a dome down to 6° above the table. Summed up, the dome gives true ambient occlusion.
 */
export function lightSamples(frames: number): Sample[] {
  const keys = Math.round(frames * keyShare)
  const domes = frames - keys
  const right = new Vector3(0, 1, 0).cross(keyDirection).normalize()
  const up = keyDirection.clone().cross(right)
  const key = Array.from({ length: keys }, (_, index): Sample => {
    const radius = keyRadius * Math.sqrt((index + 0.5) / keys)
    const angle = index * goldenAngle
    const direction = keyDirection
      .clone()
      .addScaledVector(right, radius * Math.cos(angle))
      .addScaledVector(up, radius * Math.sin(angle))
    return { direction: direction.normalize(), strength: (keyStrength * frames) / keys, shadow: 0.58 }
  })
  const dome = Array.from({ length: domes }, (_, index): Sample => {
    const height = 1 - ((index + 0.5) / domes) * (1 - lowest)
    const flat = Math.sqrt(1 - height * height)
    const angle = index * goldenAngle
    return {
      direction: new Vector3(flat * Math.cos(angle), height, flat * Math.sin(angle)),
      strength: (domeStrength * (0.4 + 0.8 * height) * frames) / domes,
      // Low lights illuminate the product but cast no long shadow.
      shadow: 1.15 * (0.1 + 1.1 * height * height),
    }
  })
  return [...key, ...dome]
}

/** Evenly spread offsets inside a pixel (the R2 sequence): with one per frame, edges come out smooth. */
export function pixelOffset(frame: number): readonly [x: number, y: number] {
  return [((0.5 + frame * 0.7548776662466927) % 1) - 0.5, ((0.5 + frame * 0.5698402909980532) % 1) - 0.5]
}
