/**
 * Makes the product pictures of public/products and their data in src/content/pictures.ts.
 * `npm run pictures` makes all; `npm run pictures -- wx850 hero` makes those; `--encode` only writes their files again from
 * what was rendered last; `--draft` makes small ones to look at. What is rendered is kept without loss in .cache/pictures.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pictures, type Picture } from '../../src/content/pictures.ts'
import { album } from './album.ts'
import { encode, saveMaster } from './encode.ts'
import { finishShadow } from './finish.ts'
import { pictureData, writePictureData } from './picture-data.ts'
import type { Order, Shot } from './shot.ts'
import { inStudio } from './studio-page.ts'

const root = join(import.meta.dirname, '..', '..')
const masters = join(root, '.cache', 'pictures')
const drafts = join(masters, 'drafts')
const final = { width: 1280, frames: 42 }
const draft = { width: 400, frames: 16 }

/** The shots of those names, all without names. @throws when the album has no such name */
function shotsOf(names: readonly string[]): readonly Shot[] {
  const unknown = names.filter((name) => !album.some((shot) => shot.name === name))
  if (unknown.length > 0) throw new Error(`Not in the album: ${unknown.join(', ')}`)
  return names.length > 0 ? album.filter((shot) => names.includes(shot.name)) : album
}

function orderFor(shot: Shot, { width, frames }: { width: number; frames: number }): Order {
  const frame = shot.frame ?? { width: 4, height: 3 }
  return { ...shot, frames, pixels: { width, height: Math.round((width * frame.height) / frame.width) } }
}

const encodeShot = ({ name, largest }: Shot) =>
  encode(join(masters, `${name}.png`), join(root, 'public', 'products', name), largest)

/** Renders shots one after the other; final ones are encoded, and their data written, as soon as they are there. */
async function render(shots: readonly Shot[], isDraft: boolean): Promise<void> {
  const made: Record<string, Picture> = { ...pictures }
  await inStudio(root, async (takePicture) => {
    for (const shot of shots) {
      const started = performance.now()
      const order = orderFor(shot, isDraft ? draft : { ...final, width: Math.max(final.width, shot.largest ?? 0) })
      const rendered = await takePicture(order)
      const bitmap = { data: Buffer.from(rendered.pixels, 'base64'), ...order.pixels }
      finishShadow(bitmap)
      await saveMaster(bitmap, join(isDraft ? drafts : masters, `${shot.name}.png`))
      if (!isDraft) await encodeShot(shot)
      if (!isDraft && shot.dimensions) {
        made[shot.name] = pictureData(shot, rendered)
        writePictureData(join(root, 'src', 'content', 'pictures.ts'), made)
      }
      console.log(`${shot.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { draft: { type: 'boolean', default: false }, encode: { type: 'boolean', default: false } },
})
const shots = shotsOf(positionals)
mkdirSync(drafts, { recursive: true })
if (values.encode) for (const shot of shots) await encodeShot(shot)
else await render(shots, values.draft)
