import { Group } from 'three'
import { aim, cable, fanPlug } from './cable.ts'
import { fan, type FanOptions } from './fan.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'

/** A fan that stands on the table, its lead laid out to one side. */
export function caseFan(options: FanOptions & { lead: 'left' | 'right' }): Model {
  const { size, lead } = options
  const group = new Group()
  const standing = fan(options)
  standing.position.y = size / 2
  group.add(standing)
  const side = lead === 'left' ? -1 : 1
  const half = size / 2
  const wire = materials().rubber
  group.add(
    cable(
      [
        [side * half * 0.84, 9, -11],
        [side * half * 0.92, 9, -13],
        [side * (half + 8), 9, -12],
        [side * (half + 24), 2, -2],
        [side * (half + 30), 1.8, 14],
        [side * (half + 18), 1.8, 27],
        [side * (half + 2), 2.6, 31],
        [side * (half - 6), 3, 31],
      ],
      1.8,
      wire,
    ),
    aim(fanPlug(), [side * (half - 4), 3, 31], [-side, 0, 0.04]),
  )
  return { group, size: { width: size, height: size, depth: 25 } }
}
