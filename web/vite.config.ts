import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/**
 * Every zod schema drags along how it becomes JSON schema, and English texts for what the domain says in German:
 * 6 KB of the wizard's 160 that no page uses. `tests/web/budget.test.ts` holds the sum.
 */
const leanZod: Plugin = {
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id))
      return { code: 'export {}', moduleSideEffects: false }
    if (id.endsWith('/zod/v4/locales/en.js'))
      return { code: 'export default () => ({})', moduleSideEffects: false }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), leanZod],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      shimMissingExports: true,
    },
  },
})
