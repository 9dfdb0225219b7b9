import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What every page needs is two files instead of forty: text compresses better in one piece, and React's outlives ours
 * in caches. The entry stands alone, since running it is what brings a page to life.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  { name: 'core', test: /src\/web\/(root|pages\/home)\.tsx/, priority: 1 },
  // Every page knows the names of all files: what most forms and most private pages need is one file each.
  { name: 'forms', test: /src\/(content\/fields|web\/ui\/(field|number-field)|web\/lib\/form-problem)\.ts/ },
  {
    name: 'private',
    test: /src\/web\/(lib\/(guards|api|list-page|use-renewal|return-path)|components\/admin\/async-list|ui\/(table|skeleton|dialog))\.ts/,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // Fonts stay files, however small: the Content-Security-Policy takes none from data: addresses.
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: command === 'build' ? { output: { codeSplitting: { groups } } } : {},
  },
  // Read file by file, the icons and widgets of the pages would be half of a start. React stays one with the server's.
  ssr: command === 'build' ? { noExternal: true, external: ['react', 'react-dom', 'react-router'] } : {},
}))
