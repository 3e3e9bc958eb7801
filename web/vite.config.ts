import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { compressFiles } from './prerender/compress-plugin.ts'
import { fontLicense } from './prerender/font-license.ts'
import { prerenderPages } from './prerender/prerender-plugin.ts'

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

/** What the service does with paths of the reports, for the server with reload. */
const reportsShell: Plugin = {
  name: 'reports-shell',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      if (/^\/berichte(?:[/?]|$)/.test(request.url ?? '')) request.url = '/berichte.html'
      next()
    })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    routerWithoutWarnings,
    reportsShell,
    prerenderPages(),
    fontLicense(),
    compressFiles(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Every browser that reads such scripts loads modules ahead by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The reports are an app of their own: visitors load nothing of them.
      input: ['index.html', 'berichte.html'].map((page) => path.join(import.meta.dirname, page)),
    },
  },
})
