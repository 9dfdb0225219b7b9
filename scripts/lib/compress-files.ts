import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes `.br` and `.gz` beside each text file of a folder, at the best level: the server sends them as they are. */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    names.filter((name) => /\.(js|css|svg|webmanifest)$/.test(name)).map((name) => compress(join(folder, name))),
  )
}

async function compress(path: string): Promise<void> {
  const content = readFileSync(path)
  const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  writeFileSync(`${path}.br`, await brotli(content, best))
  writeFileSync(`${path}.gz`, await gzipped(content, { level: 9 }))
}
