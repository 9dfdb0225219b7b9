/** The library that opens fonts for pdfkit, which also accepts an opened font. It comes without types. */
declare module 'fontkit' {
  export type OpenFont = { layout(text: string): unknown; hasGlyphForCodePoint(codePoint: number): boolean }
  /** @throws Error if the data is not a font. */
  export function create(data: Uint8Array): OpenFont
}
