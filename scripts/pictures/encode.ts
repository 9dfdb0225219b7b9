import { statSync } from 'node:fs'
import sharp from 'sharp'
import type { Bitmap } from './finish.ts'

const widths = [320, 640, 1280]
const avif = { quality: 52, effort: 6 }
// Below an alpha quality of 85 a soft shadow shows steps.
const webp = { quality: 70, alphaQuality: 85, effort: 6 }

const open = ({ data, width, height }: Bitmap) => sharp(data, { raw: { width, height, channels: 4 } })

/** Writes `PATH-WIDTH.avif` and `.webp` in the common widths, and `largest` where a picture has it. */
export async function encode(bitmap: Bitmap, path: string, largest?: number): Promise<void> {
  for (const width of largest ? [...widths, largest] : widths) {
    const sized = await open(bitmap).resize(width, null, { kernel: 'lanczos3' }).png().toBuffer()
    await sharp(sized).avif(avif).toFile(`${path}-${width}.avif`)
    await sharp(sized).webp(webp).toFile(`${path}-${width}.webp`)
    const bytes = ['avif', 'webp'].map((type) => statSync(`${path}-${width}.${type}`).size)
    console.log(`  ${width}: AVIF ${bytes[0]} B, WebP ${bytes[1]} B`)
  }
}

export async function saveMaster(bitmap: Bitmap, file: string): Promise<void> {
  await open(bitmap).png().toFile(file)
}
