/* Written by scripts/pictures (npm run pictures), with the pictures in public/products. */

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
}
