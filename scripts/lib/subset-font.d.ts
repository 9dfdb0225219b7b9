/** Types for the part of subset-font that we use; it ships none. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  type Options = {
    targetFormat: 'woff2'
    /** OpenType features to keep; all by default. */
    keepFeatures?: string[]
    /** One value pins an axis of a variable font; a range narrows it. */
    variationAxes: Record<string, Axis>
    noHinting?: boolean
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
