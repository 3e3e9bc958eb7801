import path from 'node:path'
import type { InlineConfig } from 'vite'
import { escapeNonAscii } from './escape-non-ascii.ts'
import { keepLocations } from './keep-locations.ts'
import { bundleOf, root } from './programs.ts'
import { startBundles } from './start-bundles.ts'

/**
 * Packages that stay in node_modules, because they find their native or WebAssembly files by their own location, and those
 * of the database engines: a test checks which of them each engine loads.
 */
const external = [
  'better-sqlite3',
  'pg',
  'pg-boss',
  'sharp',
  'libheif-js',
  '@myriaddreamin/typst-ts-node-compiler',
  '@embedpdf/pdfium',
]

/** Returns the options with which Vite bundles programs, named by their paths in the repository, into a folder. */
export function bundleOptions(programs: readonly string[], outDir: string): InlineConfig {
  return {
    root: path.join(root, 'service'),
    configFile: false,
    plugins: [
      startBundles((script) => `new URL('./${bundleOf(script)}', import.meta.url)`),
      keepLocations(outDir),
      escapeNonAscii(),
    ],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          programs.map((script) => [path.parse(bundleOf(script)).name, path.join(root, script)]),
        ),
        // V8 keeps the sources in memory.
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
      },
    },
  }
}
