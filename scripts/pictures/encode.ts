import { writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import type { Bitmap } from './finish.ts'

/** The widths of every picture, and the size limit for a file of each. */
const limits: readonly (readonly [width: number, bytes: number])[] = [
  [320, 12_000],
  [640, 25_000],
  [1280, 60_000],
]
const largestLimit = 65_000

/** Tried from the best down until a file is small enough. */
const qualities = [74, 68, 62, 56, 50, 44, 38, 32, 26]

const formats = {
  avif: (image: Sharp, quality: number) => image.avif({ quality: quality - 16, effort: 6 }),
  // Below an alpha quality of 85 a soft shadow shows banding.
  webp: (image: Sharp, quality: number) => image.webp({ quality, alphaQuality: 85, effort: 6 }),
}

/** The file of the best quality with at most `limit` bytes, or the smallest one if all are larger. */
async function within(limit: number, encodeAt: (quality: number) => Sharp): Promise<Buffer> {
  let file = Buffer.alloc(0)
  for (const quality of qualities) {
    file = await encodeAt(quality).toBuffer()
    if (file.length <= limit) break
  }
  return file
}

/** Writes `PATH-WIDTH.avif` and `.webp` in the common widths, and in `largest` if a picture has it. */
export async function encode(master: string, path: string, largest?: number): Promise<void> {
  const sizes = largest ? [...limits, [largest, largestLimit] as const] : limits
  for (const [width, limit] of sizes) {
    const sized = await sharp(master).resize(width, null, { kernel: 'lanczos3' }).png().toBuffer()
    for (const [type, encodeAs] of Object.entries(formats)) {
      const file = await within(limit, (quality) => encodeAs(sharp(sized), quality))
      writeFileSync(`${path}-${width}.${type}`, file)
      console.log(`  ${width} ${type}: ${file.length} B`)
    }
  }
}

/** Saves a picture losslessly, for encoding and for viewing. */
export async function saveMaster({ data, width, height }: Bitmap, file: string): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(file)
}
