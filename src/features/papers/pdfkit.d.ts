import type { OpenFont } from 'fontkit'

declare global {
  // What the library's own types lack so far: https://github.com/foliojs/pdfkit/blob/master/CHANGELOG.md
  namespace PDFKit {
    namespace Mixins {
      interface StructureElementOptions {
        scope?: 'Column' | 'Row'
      }
      interface PDFFont {
        registerFont(name: string, font: OpenFont): this
      }
    }
  }
}
