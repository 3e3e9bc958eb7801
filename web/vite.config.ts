import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, type Plugin, defineConfig } from 'vite'
import { compressFiles } from './build/prerender/compress-plugin.ts'
import { fontLicense } from './build/prerender/font-license.ts'
import { chunks } from './build/chunks.ts'
import { prerenderPages } from './build/prerender/prerender-plugin.ts'
import { staffApps } from './build/staff-apps-plugin.ts'
import { withoutDescriptions } from './build/without-descriptions-plugin.ts'

const router = path.resolve(import.meta.dirname, '../node_modules/react-router/dist/production')

/**
 * Selects the production build of the router. Otherwise, Vite would use the build with developer warnings, because the
 * package.json of the router refers to it.
 */
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
  // Do not inline files: they would become data: URLs, which the content security policy blocks.
  assetsInlineLimit: 0,
  target: 'es2022',
  // No polyfill is needed, because all supported browsers support modulepreload natively.
  modulePreload: { polyfill: false },
}

export default defineConfig({
  root,
  plugins: [
    drawing,
    prerenderPages(),
    staffApps({ root, plugins: [drawing, withoutDescriptions()], build: built }),
    fontLicense(),
    compressFiles(),
  ],
  build: {
    ...built,
    // Pages list the scripts that they need at first, see `build/prerender`. For later ones, inserting preloads costs a
    // slow phone more time than the saved round trips are worth.
    modulePreload: false,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
})
