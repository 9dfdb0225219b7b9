import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // Fonts stay files, however small: the Content-Security-Policy takes none from data: addresses.
  build: { sourcemap: false, assetsInlineLimit: 0 },
  // Read file by file, the icons and widgets of the pages would be half of a start. React stays one with the server's.
  ssr: command === 'build' ? { noExternal: true, external: ['react', 'react-dom', 'react-router'] } : {},
}))
