import type { Group } from 'three'

/** A product as a scene, in millimetres, standing on y = 0 with its display face towards +z. */
export type Model = {
  group: Group
  /** The body that dimension lines measure, centred on the origin; cables and feet outside it do not count. */
  size: { width: number; height: number; depth: number }
  /** Height of the body's lower edges above the table, where the body does not reach it. */
  lift?: number
}
