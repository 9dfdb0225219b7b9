import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What every page needs is two files instead of forty: text compresses better in one piece, and React's outlives ours
 * in caches. The entry stands alone, since running it is what brings a page to life. What many of the others need is one
 * file for each kind of page, since every file is one more that a slow phone waits for (decision 69).
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 4 },
  { name: 'core', test: /src\/web\/(root|pages\/home)\.tsx/, priority: 3 },
  {
    name: 'forms',
    test: /src\/(content\/fields|web\/ui\/(field|number-field)|web\/lib\/form-problem)\.ts/,
    priority: 2,
  },
  // Pages to read load none of what stands below.
  {
    name: 'reading',
    test: /src\/(content\/contact|web\/components\/(page-heading|side-section|inline-text)|web\/ui\/(labelled-rows|table))\.ts/,
    priority: 2,
  },
  // Nor does this know a schema: they bring a library that half of the private pages do without.
  {
    name: 'private',
    test: /lucide-react|src\/web\/(lib\/(guards|api|list-page|use-renewal|use-session-guard|use-now|use-action|return-path)|components\/admin\/async-list|ui\/(skeleton|dialog|spinner|needs-script|following-input))\.ts/,
    priority: 1,
  },
  { name: 'schemas', test: /src\/(features|content|shared)\//, minShareCount: 4 },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // Fonts stay files, however small: the Content-Security-Policy takes none from data: addresses.
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    // All pages have one style sheet, and it is the document's: as a part of files that are fetched later it would be loaded by each
    // page once more, and every element styled anew.
    cssCodeSplit: false,
    rolldownOptions: command === 'build' ? { output: { codeSplitting: { groups } } } : {},
  },
  // Read file by file, the icons and widgets of the pages would be half of a start. React stays one with the server's.
  ssr: command === 'build' ? { noExternal: true, external: ['react', 'react-dom', 'react-router'] } : {},
}))
