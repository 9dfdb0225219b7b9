/** What opens fonts for pdfkit, which takes an opened one too: it comes without types. */
declare module 'fontkit' {
  export type OpenFont = { layout(text: string): unknown; hasGlyphForCodePoint(codePoint: number): boolean }
  /** @throws Error for what is no font. */
  export function create(data: Uint8Array): OpenFont
}
