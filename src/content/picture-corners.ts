/** A point of a picture, in percent of its frame from the left and from the top. */
export type Corner = readonly [x: number, y: number]
export type Edge = readonly [from: Corner, to: Corner]

/** The three edges of a product that a picture shows whole: where dimension lines are drawn. */
export type Edges = { width: Edge; height: Edge; depth: Edge }

/** A product that stands on its front lower corner: its left edge, and its lower left, front and right corners. */
function box(leftTop: Corner, left: Corner, front: Corner, right: Corner): Edges {
  return { width: [left, front], height: [leftTop, left], depth: [front, right] }
}

/** Read off the pictures, by their address. A picture that is not here shows no dimension lines. */
export const pictureEdges: Readonly<Record<string, Edges>> = {
  '/products/hero.webp': box([13.9, 32.7], [16.1, 66], [56.3, 89.7], [84.3, 56.6]),
  '/products/atx.webp': box([12, 31.8], [14.2, 67.8], [57, 91.5], [86.5, 58]),
  '/products/sfx.webp': box([9.8, 27.2], [11.6, 65], [62.4, 91.8], [89.8, 61.5]),
  '/products/tower.webp': box([22.5, 11.7], [23.9, 86.1], [44.4, 91.8], [75.9, 78]),
  '/products/itx.webp': box([17.3, 21.1], [20.1, 82.3], [48.9, 92.1], [81.6, 70.7]),
  '/products/fan120.webp': box([31.2, 9.8], [31.9, 80.4], [78.5, 91.8], [84.9, 86.1]),
  '/products/fan140.webp': {
    width: [
      [32.6, 85.5],
      [78.3, 75.8],
    ],
    height: [
      [79.7, 8.8],
      [78.3, 75.8],
    ],
    depth: [
      [29.8, 80.4],
      [32.6, 85.5],
    ],
  },
}
