/* Written by scripts/pictures (npm run pictures), with the pictures in public/products. */

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
  wx850: {
    size: { width: 150, height: 86, depth: 160 },
    width: [13.5, 64.4, 52.5, 92],
    height: [10.8, 28.7, 13.5, 64.4],
    depth: [52.5, 92, 86.9, 59.2],
  },
  sx600: {
    size: { width: 125, height: 63.5, depth: 100 },
    width: [13.6, 60.9, 58.1, 91.6],
    height: [11, 25.2, 13.6, 60.9],
    depth: [58.1, 91.6, 87.4, 63],
  },
  wx1000: {
    size: { width: 150, height: 86, depth: 160 },
    width: [13.5, 64.4, 52.5, 92],
    height: [10.9, 28.7, 13.5, 64.4],
    depth: [52.5, 92, 86.9, 59.2],
  },
  wx750: {
    size: { width: 150, height: 86, depth: 160 },
    width: [13.5, 64.4, 52.5, 92],
    height: [10.8, 28.7, 13.5, 64.4],
    depth: [52.5, 92, 86.9, 59.2],
  },
  sx750: {
    size: { width: 125, height: 63.5, depth: 100 },
    width: [13.3, 61, 57.9, 91.9],
    height: [10.6, 25.3, 13.3, 61],
    depth: [57.9, 91.9, 87.3, 63.1],
  },
  wx650: {
    size: { width: 150, height: 86, depth: 150 },
    width: [13.9, 64, 53.6, 92],
    height: [11.2, 27.7, 13.9, 64],
    depth: [53.6, 92, 86.5, 60.5],
  },
  tx1200: {
    size: { width: 150, height: 86, depth: 180 },
    width: [12.7, 65.2, 50.4, 92],
    height: [10.1, 30.6, 12.7, 65.2],
    depth: [50.4, 92, 87.6, 56.8],
  },
  wx650v: {
    size: { width: 150, height: 86, depth: 150 },
    width: [32.3, 52.2, 65, 72.1],
    height: [91.8, 21.1, 89.6, 49.6],
    depth: [65, 72.1, 89.6, 49.6],
  },
  sx450: {
    size: { width: 125, height: 63.5, depth: 100 },
    width: [13.3, 61, 57.9, 91.9],
    height: [10.6, 25.3, 13.3, 61],
    depth: [57.9, 91.9, 87.3, 63.1],
  },
  wx550: {
    size: { width: 150, height: 86, depth: 140 },
    width: [14.2, 63.6, 54.8, 92],
    height: [11.6, 26.7, 14.2, 63.6],
    depth: [54.8, 92, 86.1, 61.8],
  },
  la90: {
    size: { width: 128, height: 30, depth: 52 },
    width: [32.4, 14.5, 84.4, 25.9],
    height: [21.2, 24.8, 22, 41.2],
    depth: [21.2, 24.8, 32.4, 14.5],
  },
  la65: {
    size: { width: 108, height: 29, depth: 46 },
    width: [38.9, 16.3, 83.8, 26.2],
    height: [29.3, 25.8, 29.9, 41.8],
    depth: [29.3, 25.8, 38.9, 16.3],
  },
  la180: {
    size: { width: 158, height: 32, depth: 76 },
    width: [26.2, 10.1, 86.5, 23.1],
    height: [9.5, 24.2, 10.8, 41.1],
    depth: [9.5, 24.2, 26.2, 10.1],
  },
  la120: {
    size: { width: 146, height: 30, depth: 66 },
    width: [28.5, 12.5, 85.6, 24.9],
    height: [14.1, 25.1, 15.2, 41.2],
    depth: [14.1, 25.1, 28.5, 12.5],
  },
  da60: {
    size: { width: 106, height: 29, depth: 46 },
    width: [39.6, 16.3, 83.8, 26],
    height: [30.1, 25.8, 30.7, 41.9],
    depth: [30.1, 25.8, 39.6, 16.3],
  },
  gn65: {
    size: { width: 32, height: 46, depth: 62 },
    width: [27.6, 52.2, 40.2, 57.9],
    height: [60.1, 16, 59.7, 44.8],
    depth: [40.2, 57.9, 59.7, 44.8],
  },
  gn100: {
    size: { width: 32, height: 58, depth: 70 },
    width: [27.7, 56.4, 40.3, 62.2],
    height: [62.6, 11.1, 62, 47.1],
    depth: [40.3, 62.2, 62, 47.1],
  },
  gn45: {
    size: { width: 30, height: 44, depth: 54 },
    width: [28, 51.3, 39.8, 56.5],
    height: [57.3, 17.3, 57, 45.1],
    depth: [39.8, 56.5, 57, 45.1],
  },
  tc5: {
    size: { width: 220, height: 480, depth: 430 },
    width: [24.8, 86.2, 43.3, 94.4],
    height: [23.4, 11.2, 24.8, 86.2],
    depth: [43.3, 94.4, 75, 78],
  },
  tc7: {
    size: { width: 240, height: 540, depth: 510 },
    width: [24.7, 86.1, 42.6, 94],
    height: [23.3, 11.4, 24.7, 86.1],
    depth: [42.6, 94, 75.7, 77.1],
  },
  tc3: {
    size: { width: 210, height: 400, depth: 390 },
    width: [22.5, 85.4, 43.5, 94.7],
    height: [21, 11.4, 22.5, 85.4],
    depth: [43.5, 94.7, 77.4, 77.1],
  },
  mc2: {
    size: { width: 170, height: 248, depth: 285 },
    width: [20.2, 82.5, 45.9, 95.5],
    height: [18.1, 17, 20.2, 82.5],
    depth: [45.9, 95.5, 80, 71.9],
  },
  mc3: {
    size: { width: 185, height: 280, depth: 310 },
    width: [20.9, 82.7, 45.9, 95.4],
    height: [18.8, 16.5, 20.9, 82.7],
    depth: [45.9, 95.4, 79.2, 72.3],
  },
  mc1: {
    size: { width: 150, height: 220, depth: 245 },
    width: [20.4, 83, 46.3, 96.2],
    height: [18.2, 16.7, 20.4, 83],
    depth: [46.3, 96.2, 79.8, 72.8],
  },
  af120: {
    size: { width: 120, height: 120, depth: 25 },
    width: [34.2, 8.4, 82.7, 11.1],
    height: [82.7, 11.1, 80.8, 87],
    depth: [75.8, 91.7, 80.8, 87],
  },
  af120r: {
    size: { width: 120, height: 120, depth: 25 },
    width: [34.2, 8.4, 82.7, 11.1],
    height: [82.7, 11.1, 80.8, 87],
    depth: [75.8, 91.7, 80.8, 87],
  },
  af92: {
    size: { width: 92, height: 92, depth: 25 },
    width: [37.1, 10.4, 82.5, 13.2],
    height: [82.5, 13.2, 80.8, 83.9],
    depth: [74.6, 89.5, 80.8, 83.9],
  },
  af140a: {
    size: { width: 140, height: 140, depth: 25 },
    width: [32.8, 8.3, 81.6, 11.1],
    height: [81.6, 11.1, 79.8, 87.7],
    depth: [75.4, 91.8, 79.8, 87.7],
  },
  af140: {
    size: { width: 140, height: 140, depth: 25 },
    width: [27.2, 10.6, 74, 8.2],
    height: [79.6, 8.9, 78.2, 76.5],
    depth: [79.6, 8.9, 74, 8.2],
  },
  af80: {
    size: { width: 80, height: 80, depth: 25 },
    width: [29.6, 13.2, 71.9, 10.7],
    height: [81, 12, 79.6, 75],
    depth: [81, 12, 71.9, 10.7],
  },
  ct6: {
    size: { width: 125, height: 158, depth: 102 },
    width: [42, 7.1, 82.9, 11.3],
    height: [17.1, 12.3, 19.5, 93.4],
    depth: [60.9, 91, 81, 73.9],
  },
  ct4: {
    size: { width: 120, height: 148, depth: 76 },
    width: [39.6, 7.2, 80.2, 11.5],
    height: [20.6, 11.2, 22.6, 88],
    depth: [63, 89.7, 78.4, 76.6],
  },
  ct5: {
    size: { width: 122, height: 155, depth: 90 },
    width: [41, 7.1, 82, 11.4],
    height: [18.5, 11.9, 20.9, 92.6],
    depth: [62, 91.3, 80.1, 75.7],
  },
  hero: {
    size: { width: 150, height: 86, depth: 160 },
    width: [12.6, 64.6, 52.6, 93],
    height: [9.9, 28, 12.6, 64.6],
    depth: [52.6, 93, 87.7, 59.3],
  },
}
