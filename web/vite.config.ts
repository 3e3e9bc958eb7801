import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/**
 * Every zod schema drags along how it becomes JSON schema, 5 KB that only the service calls.
 * The wizard's budget is 160 KB; a test of the built site would notice if a page ever needed it.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id))
      return { code: 'export {}', moduleSideEffects: false }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), withoutJsonSchema],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      shimMissingExports: true,
      treeshake: {
        propertyReadSideEffects: false,
        propertyWriteSideEffects: false,
        unknownGlobalSideEffects: false,
      },
    },
  },
})
