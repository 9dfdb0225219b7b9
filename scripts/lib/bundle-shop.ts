import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'src')
const folder = join(root, 'build', 'shop')

/** Packages with files of their own (the embedded engine, sharp, the font and colour tables for PDFs), and development packages. */
const apart = ['@electric-sql/pglite', 'sharp', 'pdfkit', '@e-invoice-eu/core', 'vite']

/**
 * Bundles the server, the built pages and the packages of both into a few files in build/shop. They replace two thousand:
 * reading those takes most of a start and half of the memory. The pages must be built first.
 */
export async function bundleShop(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [bringPages(), keepPlaces()],
    // React chooses by this which of its two builds to load.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: join(sources, 'main.ts'),
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      rolldownOptions: {
        output: {
          // All in one folder: `keepPlaces` relies on it.
          chunkFileNames: '[name]-[hash].js',
          // Less text to read at each start. No `compress`: it breaks the sign-in sandbox's package.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

/** The sources import the built pages by a URL that no bundler can follow. Once followed, both share one React and one router. */
function bringPages(): Plugin {
  const asked = 'import(serverBuild.href)'
  return {
    name: 'bring-pages',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(sources, 'server', 'pages-build.ts')) return undefined
      if (!code.includes(asked)) throw new Error(`the pages are no longer imported by ${asked}`)
      return code.replace(asked, `import('../../build/server/index.js')`)
    },
  }
}

/** A source file finds the files beside it by its own URL, which bundling would change. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.url')) return undefined
      const place = join(relative(folder, dirname(id)), basename(id))
      return code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url)`)
    },
  }
}
