import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Fonts stay files, however small: the Content-Security-Policy takes none from data: addresses.
  build: { sourcemap: false, assetsInlineLimit: 0 },
})
