import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

const router = path.resolve(import.meta.dirname, '../node_modules/react-router/dist/production')

/** By its package.json the router comes with its warnings for developers, also into what is built for visitors. */
const routerWithoutWarnings: Plugin = {
  name: 'router-without-warnings',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: path.join(router, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: path.join(router, 'dom-export.mjs') },
      ],
    },
  }),
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), routerWithoutWarnings],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
})
