/** A file embedded in a PDF, with the PDF's metadata about it (ISO 19005-3, 6.6.2.3.3 and 6.8). */
export type Enclosed = {
  file: { name: string; type: string; description: string; content: string }
  metadata: string
  schema: string
}

/** Says in the metadata that the document is accessible (PDF/UA-1, ISO 14289-1). */
export const accessible = `
  <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
`

/** Describes a metadata schema as ISO 19005-3 has it: an archival document describes each schema that the standard lacks. */
export function describedSchema(
  name: string,
  uri: string,
  prefix: string,
  properties: readonly { name: string; type: string; description: string }[],
): string {
  const described = properties.map(
    (each) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${each.name}</pdfaProperty:name><pdfaProperty:valueType>${each.type}</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${each.description}</pdfaProperty:description></rdf:li>`,
  )
  return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
}

const accessibleSchema = describedSchema('PDF/UA identification', 'http://www.aiim.org/pdfua/ns/id/', 'pdfuaid', [
  { name: 'part', type: 'Integer', description: 'Part of ISO 14289' },
])

/** The descriptions of all schemas of a document. */
export const describedSchemas = (more: string): string => `
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>${accessibleSchema}${more}</rdf:Bag></pdfaExtension:schemas></rdf:Description>
`

/** A text about the document, outside its pages: the library writes it as PDF, and also as XML without escaping it. */
class About extends String {
  override toString(): string {
    return super.toString().replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  }
}

/** A text for the document's information, safe in both of the places it is written to. */
export const about = (text: string): string => new About(text) as unknown as string
