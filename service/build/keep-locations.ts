import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Vite plugin that makes `import.meta.dirname` and `import.meta.url` in bundles in the folder `outDir` refer to the source
 * file, for example to find the migrations. The paths are relative to the bundle, so the repository can be moved after a
 * build.
 */
export function keepLocations(outDir: string): Plugin {
  return {
    name: 'keep-locations',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(?:db|domain|service|tools)\/.*\.ts$/, code: /import\.meta\.(?:dirname|url)/ },
      handler: (code, id) => ({
        code: code
          // The bundler resolves what is required itself.
          .replace(/^const require = createRequire\(import\.meta\.url\)$/m, '')
          .replaceAll(
            'import.meta.dirname',
            `(import.meta.dirname + ${JSON.stringify(`/${path.relative(outDir, path.dirname(id))}`)})`,
          )
          .replace(
            /(?<!'\.\/[^']+\.mjs', )import\.meta\.url/g,
            `new URL(${JSON.stringify(path.relative(outDir, id))}, import.meta.url).href`,
          ),
        map: null,
      }),
    },
  }
}
