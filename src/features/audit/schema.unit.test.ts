import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionNames } from './schema.ts'

const features = join(import.meta.dirname, '..')
const subjects = [...new Set(Object.keys(actionNames).map((action) => action.split('.')[0]))].join('|')

/** The actions named in the features' sources, except in the list of names itself. */
function written(pattern: RegExp): string[] {
  const files = globSync('*/*.ts', { cwd: features }).filter((file) => !/\.test\.ts$|^audit.schema\.ts$/.test(file))
  const found = files.flatMap((file) => [...readFileSync(join(features, file), 'utf8').matchAll(pattern)])
  return [...new Set(found.map(([, action = '']) => action))].toSorted()
}

test('every recorded action has a readable name, and every name belongs to a recorded action', () => {
  expect(written(new RegExp(`'((?:${subjects})\\.[a-z-]+)'`, 'g'))).toEqual(Object.keys(actionNames).toSorted())
})

test('actions are written out where they are recorded, so that their names can be found', () => {
  expect(written(new RegExp(`(\`(?:${subjects})\\.\\$\\{[^\`]*\`)`, 'g'))).toEqual([])
  expect(written(/\baction:\s+'([^']*)'/g).filter((action) => !(action in actionNames))).toEqual([])
})
