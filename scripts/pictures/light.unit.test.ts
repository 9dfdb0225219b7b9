import { expect, test } from 'vitest'
import { lightSamples, pixelOffset } from './light.ts'

test.each([16, 42, 64])('%i frames give the same light, all of it from above the table', (frames) => {
  const samples = lightSamples(frames)
  const mean = samples.reduce((sum, { strength }) => sum + strength, 0) / frames
  expect(samples).toHaveLength(frames)
  expect(mean).toBeCloseTo(3.4, 1)
  for (const { direction } of samples) {
    expect(direction.length()).toBeCloseTo(1)
    expect(direction.y).toBeGreaterThan(Math.sin((6 * Math.PI) / 180))
  }
})

test('frames are spread evenly inside a pixel', () => {
  const offsets = Array.from({ length: 64 }, (_, frame) => pixelOffset(frame))
  for (const axis of [0, 1] as const) {
    expect(Math.max(...offsets.map((each) => Math.abs(each[axis])))).toBeLessThanOrEqual(0.5)
    expect(offsets.reduce((sum, each) => sum + each[axis], 0) / 64).toBeCloseTo(0, 1)
  }
})
