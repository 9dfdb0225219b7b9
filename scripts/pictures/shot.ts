import type { ModelName } from '../../src/models3d/products.ts'

/** One picture: which model, from where. Angles are degrees. */
export type Shot = {
  /** The file's name without size and type. */
  name: string
  model: ModelName
  /** How far the product is turned: at 0 its display face looks at the camera, above 0 its right side comes into view. */
  turn: number
  /** How far the camera looks down. */
  elevation: number
  /** The part of the frame that the product fills. */
  fill?: number
  /** The frame's aspect ratio, 4:3 by default. */
  frame?: { width: number; height: number }
  /** Aim at the body and let the rest run out of the frame. */
  crop?: boolean
  /** Whether pages draw dimension lines over it. */
  dimensions?: boolean
  /** An extra width to encode besides the common ones. */
  largest?: number
}

/** What the studio needs for one picture. */
export type Order = Shot & { pixels: { width: number; height: number }; frames: number }

type Point = readonly [x: number, y: number]

/** A rendered picture: straight RGBA rows from the top as base64, and the body's corners in percent of the frame. */
export type Rendered = {
  pixels: string
  size: { width: number; height: number; depth: number }
  /** Keyed by the signs of x, y, z: "-++" is left, top, front; y is 0 on the body's lower edges. */
  corners: Record<string, Point>
}
