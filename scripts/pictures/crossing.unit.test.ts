import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictures } from '#content/pictures.ts'
import { dimensionsOf } from '../../src/web/components/dimension-geometry.ts'
import { crossingsIn } from './crossing.ts'

const folder = join(import.meta.dirname, '..', '..', 'public', 'products')

test.each(Object.entries(pictures))('no dimension line of %s crosses it or its leads', async (name, picture) => {
  const crossings = await crossingsIn(join(folder, `${name}-640.webp`))
  // Extensions may begin on a corner pad that stands out from the body.
  const lines = dimensionsOf(picture).map((dimension) => ({ ...dimension, extensions: [] }))
  expect(lines.map(crossings)).toEqual([0, 0, 0])
})
