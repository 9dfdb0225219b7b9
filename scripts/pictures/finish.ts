/** Straight RGBA, eight bits each, rows from the top. */
export type Bitmap = { data: Uint8Array; width: number; height: number }

/** Above this alpha a pixel is the product itself. */
const solid = 0.92
/** Below this alpha a shadow gets a wider blur. */
const faint = 0.27
const darkest = 14
const fadeX = 0.13
const fadeY = 0.1

/**
 * Smooths the pure shadow and fades it towards the frame, in place. This removes the streaks of the sampled lights, the
 * visible edge of the picture, and the noise in alpha that takes up most of a file.
 */
export function finishShadow({ data, width, height }: Bitmap): void {
  const count = width * height
  const alpha = new Float32Array(count)
  const mask = new Float32Array(count)
  for (let pixel = 0; pixel < count; pixel++) {
    alpha[pixel] = (data[pixel * 4 + 3] ?? 0) / 255
    const brightest = Math.max(data[pixel * 4] ?? 0, data[pixel * 4 + 1] ?? 0, data[pixel * 4 + 2] ?? 0)
    mask[pixel] = (alpha[pixel] ?? 0) < solid && brightest <= darkest ? 1 : 0
  }
  const weighted = alpha.map((value, pixel) => value * (mask[pixel] ?? 0))
  const blur = (radius: number) => {
    const above = gaussian(weighted, width, height, radius)
    const below = gaussian(mask, width, height, radius)
    return above.map((value, pixel) => value / Math.max(below[pixel] ?? 0, 1e-4))
  }
  const near = blur(width / 150)
  const far = blur(width / 50)
  for (let pixel = 0; pixel < count; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const edge = frameFade((x + 0.5) / width, fadeX) * frameFade((y + 0.5) / height, fadeY)
    if (mask[pixel] !== 1) continue
    const wide = 1 - smoothstep(faint * 0.6, faint, near[pixel] ?? 0)
    const shadow = (near[pixel] ?? 0) * (1 - wide) + (far[pixel] ?? 0) * wide
    data.fill(0, pixel * 4, pixel * 4 + 3)
    data[pixel * 4 + 3] = Math.round(Math.min(1, shadow) * edge * 255)
  }
}

/** 0 at the frame, 1 from `share` of it inwards. */
const frameFade = (position: number, share: number): number => smoothstep(0, share, Math.min(position, 1 - position))

function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Three box blurs along each axis: visually as good as a Gaussian, at the same cost for any radius. */
function gaussian(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  let from = Float32Array.from(source)
  let to = new Float32Array(source.length)
  const reach = Math.max(1, Math.round(radius * 0.9))
  for (let pass = 0; pass < 3; pass++) {
    boxBlur(from, to, { lines: height, length: width, step: 1, jump: width, reach })
    boxBlur(to, from, { lines: width, length: height, step: width, jump: 1, reach })
  }
  return from
}

type Run = { lines: number; length: number; step: number; jump: number; reach: number }

function boxBlur(from: Float32Array, to: Float32Array, { lines, length, step, jump, reach }: Run): void {
  for (let line = 0; line < lines; line++) {
    const start = line * jump
    const at = (index: number) => from[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0
    let sum = 0
    for (let index = -reach; index <= reach; index++) sum += at(index)
    for (let index = 0; index < length; index++) {
      to[start + index * step] = sum / (2 * reach + 1)
      sum += at(index + reach + 1) - at(index - reach)
    }
  }
}
