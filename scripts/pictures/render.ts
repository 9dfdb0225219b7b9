/**
 * Makes the product pictures of public/products and their data in src/content/pictures.ts.
 * `npm run pictures` makes all; `npm run pictures -- wx850 hero` makes only those; `--encode` only rewrites their files from
 * the last rendering; `--data` only rewrites their data; `--draft` makes small previews. .cache/pictures keeps lossless renderings.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pictures, type Picture } from '../../src/content/pictures.ts'
import { album } from './album.ts'
import { crossingsIn } from './crossing.ts'
import { encode, saveMaster } from './encode.ts'
import { finishShadow } from './finish.ts'
import { pictureData, writePictureData } from './picture-data.ts'
import type { Order, Rendered, Shot } from './shot.ts'
import { inStudio } from './studio-page.ts'

const root = join(import.meta.dirname, '..', '..')
const masters = join(root, '.cache', 'pictures')
const drafts = join(masters, 'drafts')
const final = { width: 1280, frames: 42 }
const draft = { width: 400, frames: 16 }

/** The shots with those names, or all if none are given. @throws when the album lacks a name */
function shotsOf(names: readonly string[]): readonly Shot[] {
  const unknown = names.filter((name) => !album.some((shot) => shot.name === name))
  if (unknown.length > 0) throw new Error(`Not in the album: ${unknown.join(', ')}`)
  return names.length > 0 ? album.filter((shot) => names.includes(shot.name)) : album
}

function orderFor(shot: Shot, { width, frames }: { width: number; frames: number }): Order {
  const frame = shot.frame ?? { width: 4, height: 3 }
  return { ...shot, frames, pixels: { width, height: Math.round((width * frame.height) / frame.width) } }
}

const folder = join(root, 'public', 'products')

const encodeShot = ({ name, largest }: Shot) => encode(join(masters, `${name}.png`), join(folder, name), largest)

const made: Record<string, Picture> = { ...pictures }

/** Writes where the dimension lines of a shot are drawn, based on its encoded picture. */
async function writeData(shot: Shot, rendered: Rendered): Promise<void> {
  if (!shot.dimensions) return
  made[shot.name] = pictureData(shot, rendered, await crossingsIn(join(folder, `${shot.name}-640.webp`)))
  writePictureData(join(root, 'src', 'content', 'pictures.ts'), made)
}

/** Renders as small as possible: the corners are in the same place at any size. */
async function renderData(shots: readonly Shot[]): Promise<void> {
  await inStudio(root, async (takePicture) => {
    for (const shot of shots.filter(({ dimensions }) => dimensions))
      await writeData(shot, await takePicture(orderFor(shot, { width: 40, frames: 1 })))
  })
}

/** Renders shots one after the other; final ones are encoded, and their data written, as soon as each is ready. */
async function render(shots: readonly Shot[], isDraft: boolean): Promise<void> {
  await inStudio(root, async (takePicture) => {
    for (const shot of shots) {
      const started = performance.now()
      const order = orderFor(shot, isDraft ? draft : { ...final, width: Math.max(final.width, shot.largest ?? 0) })
      const rendered = await takePicture(order)
      const bitmap = { data: Buffer.from(rendered.pixels, 'base64'), ...order.pixels }
      finishShadow(bitmap)
      await saveMaster(bitmap, join(isDraft ? drafts : masters, `${shot.name}.png`))
      if (!isDraft) {
        await encodeShot(shot)
        await writeData(shot, rendered)
      }
      console.log(`${shot.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'boolean', default: false },
    draft: { type: 'boolean', default: false },
    encode: { type: 'boolean', default: false },
  },
})
const shots = shotsOf(positionals)
mkdirSync(drafts, { recursive: true })
if (values.encode) for (const shot of shots) await encodeShot(shot)
else if (values.data) await renderData(shots)
else await render(shots, values.draft)
