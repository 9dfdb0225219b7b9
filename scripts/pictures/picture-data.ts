import { writeFileSync } from 'node:fs'
import type { Edge, Picture } from '../../src/content/pictures.ts'
import { album } from './album.ts'
import type { Rendered, Shot } from './shot.ts'

/**
 * The three edges of the body that stand free of it in the picture: the lower front, the lower one of the side that is
 * seen, and the upright at the other end. @throws when the studio did not give a corner
 */
function edgesOf({ turn }: Shot, { corners }: Rendered): Record<'width' | 'height' | 'depth', Edge> {
  const edge = (from: string, to: string): Edge => {
    const [start, end] = [corners[from], corners[to]]
    if (!start || !end) throw new Error(`No corner ${from} or ${to}`)
    return [start, end]
  }
  return turn < 0
    ? { width: edge('-0+', '+0+'), height: edge('+++', '+-+'), depth: edge('-0-', '-0+') }
    : { width: edge('-0+', '+0+'), height: edge('-++', '--+'), depth: edge('+0+', '+0-') }
}

/** What pages need to draw dimension lines over a picture. */
export function pictureData(shot: Shot, rendered: Rendered): Picture {
  return { size: rendered.size, ...edgesOf(shot, rendered) }
}

/** Writes the data of all pictures, in the album's order. */
export function writePictureData(file: string, pictures: Readonly<Record<string, Picture>>): void {
  const lines = album.flatMap(({ name }) => {
    const picture = pictures[name]
    return picture ? [`  ${JSON.stringify(name)}: ${JSON.stringify(picture)},`] : []
  })
  writeFileSync(file, `${head}${lines.join('\n')}\n}\n`)
}

const head = `/* Written by scripts/pictures (npm run pictures), with the pictures in public/products. */

/** A point of a picture, in percent of its frame from the left and from the top. */
export type Corner = readonly [x: number, y: number]
export type Edge = readonly [from: Corner, to: Corner]

/** What a picture shows: the body's size in millimetres, and the edges where its dimension lines are drawn. */
export type Picture = {
  size: { width: number; height: number; depth: number }
  width: Edge
  height: Edge
  depth: Edge
}

/** By the picture's name: its address without folder, width and type. */
export const pictures: Readonly<Record<string, Picture>> = {
`
