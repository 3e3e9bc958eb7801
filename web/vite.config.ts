import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, type Plugin, defineConfig } from 'vite'
import { compressFiles } from './prerender/compress-plugin.ts'
import { fontLicense } from './prerender/font-license.ts'
import { chunks } from './chunks.ts'
import { prerenderPages } from './prerender/prerender-plugin.ts'
import { reportsApp } from './reports-app-plugin.ts'

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

const root = import.meta.dirname
const drawing = [react(), tailwindcss(), routerWithoutWarnings]
const built: BuildOptions = {
  // Small files stay files: the content security policy allows no data: addresses.
  assetsInlineLimit: 0,
  target: 'es2022',
  // Every browser that reads such scripts loads modules ahead by itself.
  modulePreload: { polyfill: false },
}

export default defineConfig({
  root,
  plugins: [
    drawing,
    prerenderPages(),
    reportsApp({ root, plugins: drawing, build: built }),
    fontLicense(),
    compressFiles(),
  ],
  build: {
    ...built,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
})
