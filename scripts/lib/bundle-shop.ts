import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'src')
const folder = join(root, 'build', 'shop')

/** What brings files of its own (the embedded engine, sharp, the fonts' and colours' tables of papers), and what is for development. */
const apart = ['@electric-sql/pglite', 'sharp', 'pdfkit', '@e-invoice-eu/core', 'vite']

/**
 * Puts the server, the built pages and the packages of both into a few files instead of two thousand, in build/shop:
 * reading those is most of a start, and leaves half of the memory taken. The pages have to be built before.
 */
export async function bundleShop(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [bringPages(), keepPlaces()],
    // React asks by this which of its two builds to load.
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
          // All in one folder, which `keepPlaces` counts on.
          chunkFileNames: '[name]-[hash].js',
          // Less text to read at each start. Compressed as well, the sign-in sandbox's package breaks.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

/** The sources ask for the built pages by an address that no bundler can follow. Followed, they have React and its router in common. */
function bringPages(): Plugin {
  const asked = 'import(serverBuild.href)'
  return {
    name: 'bring-pages',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(sources, 'server', 'pages-build.ts')) return undefined
      if (!code.includes(asked)) throw new Error(`the pages are not asked for by ${asked} any more`)
      return code.replace(asked, `import('../../build/server/index.js')`)
    },
  }
}

/** A source finds the files beside it by its own address, which bundling would change. */
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
