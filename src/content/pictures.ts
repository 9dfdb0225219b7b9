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
  wx850: {
    size: { width: 150, height: 86, depth: 160 },
    width: [
      [13.5, 64.4],
      [52.5, 92],
    ],
    height: [
      [10.8, 28.7],
      [13.5, 64.4],
    ],
    depth: [
      [52.5, 92],
      [86.9, 59.2],
    ],
  },
  sx600: {
    size: { width: 125, height: 63.5, depth: 100 },
    width: [
      [13.6, 60.9],
      [58.1, 91.6],
    ],
    height: [
      [11, 25.2],
      [13.6, 60.9],
    ],
    depth: [
      [58.1, 91.6],
      [87.4, 63],
    ],
  },
  wx1000: {
    size: { width: 150, height: 86, depth: 160 },
    width: [
      [13.5, 64.4],
      [52.5, 92],
    ],
    height: [
      [10.9, 28.7],
      [13.5, 64.4],
    ],
    depth: [
      [52.5, 92],
      [86.9, 59.2],
    ],
  },
  la90: {
    size: { width: 128, height: 30, depth: 52 },
    width: [
      [22, 41.2],
      [76.3, 56.2],
    ],
    height: [
      [21.2, 24.8],
      [22, 41.2],
    ],
    depth: [
      [76.3, 56.2],
      [83.4, 42.4],
    ],
  },
  gn65: {
    size: { width: 32, height: 46, depth: 62 },
    width: [
      [27.6, 52.2],
      [40.2, 57.9],
    ],
    height: [
      [26.6, 21.9],
      [27.6, 52.2],
    ],
    depth: [
      [40.2, 57.9],
      [59.7, 44.8],
    ],
  },
  tc5: {
    size: { width: 220, height: 480, depth: 430 },
    width: [
      [25, 86.1],
      [43.5, 94.3],
    ],
    height: [
      [23.5, 11.2],
      [25, 86.1],
    ],
    depth: [
      [43.5, 94.3],
      [75.1, 77.9],
    ],
  },
  mc2: {
    size: { width: 170, height: 248, depth: 285 },
    width: [
      [20.2, 82.5],
      [45.9, 95.5],
    ],
    height: [
      [18.1, 17],
      [20.2, 82.5],
    ],
    depth: [
      [45.9, 95.5],
      [80, 71.9],
    ],
  },
  af120: {
    size: { width: 120, height: 120, depth: 25 },
    width: [
      [28.4, 78.9],
      [75.6, 91.7],
    ],
    height: [
      [27.3, 9.2],
      [28.4, 78.9],
    ],
    depth: [
      [75.6, 91.7],
      [80.7, 87],
    ],
  },
  af140: {
    size: { width: 140, height: 140, depth: 25 },
    width: [
      [32.6, 87.8],
      [78.2, 76.5],
    ],
    height: [
      [79.7, 8.9],
      [78.2, 76.5],
    ],
    depth: [
      [28.4, 84],
      [32.6, 87.8],
    ],
  },
  ct6: {
    size: { width: 125, height: 158, depth: 102 },
    width: [
      [19.5, 93.4],
      [60.7, 110],
    ],
    height: [
      [17.1, 12.3],
      [19.5, 93.4],
    ],
    depth: [
      [60.7, 110],
      [80.5, 90.4],
    ],
  },
  hero: {
    size: { width: 150, height: 86, depth: 160 },
    width: [
      [12.6, 64.6],
      [52.6, 93],
    ],
    height: [
      [9.9, 28],
      [12.6, 64.6],
    ],
    depth: [
      [52.6, 93],
      [87.7, 59.3],
    ],
  },
}
