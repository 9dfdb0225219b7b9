// What the library's own types are behind with: https://github.com/foliojs/pdfkit/blob/master/CHANGELOG.md
declare namespace PDFKit {
  namespace Mixins {
    interface StructureElementOptions {
      scope?: 'Column' | 'Row'
    }
  }
}
