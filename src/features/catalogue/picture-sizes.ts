import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { catalogueMessages } from '#content/catalogue.ts'
import { Failure } from '#shared/errors.ts'
import { pictureFormats, pictureWidths, type PictureFormat } from './schema.ts'

/** One size of a picture in one format. `width` is the maximum: a small picture is not enlarged. */
export type PictureFile = { hash: string; width: number; format: PictureFormat; content: Uint8Array }

/** The formats we read; `heif` is libvips' name for the family of AVIF. SVG is excluded: it can hold more than a picture. */
const readable: readonly string[] = ['jpeg', 'png', 'webp', 'heif']
const least = { width: 320, height: 240 }
/** A small file can unpack to gigabytes, so the size in pixels, found in its first bytes, is checked before anything else. */
const mostPixels = 40_000_000 // mutant(number): one pixel more

/** The name of a picture: half of the SHA-256 of what was uploaded. */
export const hashOf = (upload: Uint8Array): string => createHash('sha256').update(upload).digest('hex').slice(0, 32)

/**
 * A picture in all our sizes and formats, upright, without camera and location metadata.
 * @throws Failure 'unprocessable' when it is not a picture of a kind we read, or has too few or too many pixels.
 */
export async function makeSizes(upload: Uint8Array): Promise<PictureFile[]> {
  if (upload.length === 0) throw refusal(catalogueMessages.pictureType)
  // Loaded on the first upload: most processes never need it.
  const { default: sharp } = await import('sharp')
  const source = sharp(upload, { limitInputPixels: mostPixels }).timeout({ seconds: 30 })
  await check(source)
  const hash = hashOf(upload)
  const files: PictureFile[] = []
  try {
    for (const width of pictureWidths) {
      const sized = source.clone().autoOrient().resize({ width, withoutEnlargement: true })
      for (const format of pictureFormats) files.push({ hash, width, format, content: await encode(sized, format) })
    }
  } catch (error) {
    throw refusal(catalogueMessages.pictureType, error)
  }
  return files
}

async function check(source: Sharp): Promise<void> {
  const { format, width, height } = await source.metadata().catch((error: unknown) => {
    throw refusal(
      /pixel limit/i.test(String(error)) ? catalogueMessages.picturePixels : catalogueMessages.pictureType,
      error,
    )
  })
  if (!readable.includes(format)) throw refusal(catalogueMessages.pictureType)
  if (width < least.width || height < least.height) throw refusal(catalogueMessages.picturePixels)
}

/** sharp drops metadata unless told otherwise. */
function encode(sized: Sharp, format: PictureFormat): Promise<Uint8Array> {
  const encoded =
    // mutant(number, object): slightly finer or coarser
    format === 'avif' ? sized.clone().avif({ quality: 55, effort: 3 }) : sized.clone().webp({ quality: 80 })
  return encoded.toBuffer()
}

function refusal(message: string, cause?: unknown): Failure {
  return new Failure('unprocessable', message, { errors: [{ path: 'img', message }], cause })
}
