import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The service's content security policy allows no data: scripts or fonts; small files stay files.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
})
