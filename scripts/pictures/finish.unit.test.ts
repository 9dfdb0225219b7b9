import { describe, expect, test } from 'vitest'
import { type Bitmap, finishShadow } from './finish.ts'

const width = 200
const height = 150

/** A lime square in the middle of a shadow that varies from pixel to pixel. */
function picture(): Bitmap {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const product = Math.abs(x - width / 2) < 20 && Math.abs(y - height / 2) < 20
      data.set(product ? [170, 220, 34, 255] : [0, 0, 0, (x + y) % 2 === 0 ? 60 : 100], (y * width + x) * 4)
    }
  }
  return { data, width, height }
}

const pixel = ({ data }: Bitmap, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

describe('the finish of a shadow', () => {
  const finished = picture()
  finishShadow(finished)

  test('leaves the product as it is', () => {
    expect(pixel(finished, 100, 75)).toEqual([170, 220, 34, 255])
    expect(pixel(finished, 81, 56)).toEqual([170, 220, 34, 255])
  })

  test('smooths the flicker, up to the edge of the product', () => {
    for (const x of [60, 61, 78, 79]) expect(pixel(finished, x, 75)[3]).toBeCloseTo(80, -1)
  })

  test('fades to nothing at the frame', () => {
    expect([pixel(finished, 0, 75), pixel(finished, 199, 0), pixel(finished, 100, 149)].map((each) => each[3])).toEqual(
      [0, 0, 0],
    )
  })
})
