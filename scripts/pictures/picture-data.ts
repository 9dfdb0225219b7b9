import { writeFileSync } from 'node:fs'
import type { Edge, Picture } from '../../src/content/pictures.ts'
import { dimensionOf, middleOfEdges } from '../../src/web/components/dimension-geometry.ts'
import { album } from './album.ts'
import type { Crossings } from './crossing.ts'
import type { Rendered, Shot } from './shot.ts'

type Measure = 'width' | 'height' | 'depth'

/** The body's edges on its outline, two per measure: the one in front or on the left, and the one behind. */
const outline: Readonly<Record<'left' | 'right', Record<Measure, readonly (readonly [from: string, to: string])[]>>> = {
  right: {
    width: [
      ['-0+', '+0+'],
      ['-+-', '++-'],
    ],
    height: [
      ['-++', '--+'],
      ['++-', '+--'],
    ],
    depth: [
      ['+0+', '+0-'],
      ['-++', '-+-'],
    ],
  },
  left: {
    width: [
      ['-0+', '+0+'],
      ['-+-', '++-'],
    ],
    height: [
      ['+++', '+-+'],
      ['-+-', '---'],
    ],
    depth: [
      ['-0-', '-0+'],
      ['+++', '++-'],
    ],
  },
}

/**
 * What pages need to draw dimension lines over a picture: for each measure, the one of its two edges whose line crosses less
 * of the product and its leads, or the first if both are equal. @throws when the studio did not return a corner
 */
export function pictureData({ turn }: Shot, { size, corners }: Rendered, crossings: Crossings): Picture {
  const sides = outline[turn < 0 ? 'left' : 'right']
  const edgesFor = (measure: Measure) => sides[measure].map(([from, to]) => edge(corners, from, to))
  const inside = middleOfEdges([...edgesFor('width'), ...edgesFor('height'), ...edgesFor('depth')])
  const best = (measure: Measure): Edge => {
    const [first, second] = edgesFor(measure)
    if (!first || !second) throw new Error(`No edges for the ${measure}`)
    const [ofFirst, ofSecond] = [first, second].map((each) => crossings(dimensionOf(each, inside, size[measure])))
    return (ofFirst ?? 0) <= (ofSecond ?? 0) ? first : second
  }
  return { size, width: best('width'), height: best('height'), depth: best('depth') }
}

function edge(corners: Rendered['corners'], from: string, to: string): Edge {
  const [start, end] = [corners[from], corners[to]]
  if (!start || !end) throw new Error(`No corner ${from} or ${to}`)
  return [...start, ...end]
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

/** A line between two points of a picture, in percent of its frame from the left and from the top. */
export type Edge = readonly [fromX: number, fromY: number, toX: number, toY: number]

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
