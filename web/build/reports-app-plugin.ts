import path from 'node:path'
import { type InlineConfig, type Plugin, build } from 'vite'

/**
 * Builds the reports as a separate app. If they were built together with the site, visitors would load the parts of
 * shared libraries that only the reports use.
 */
export function reportsApp({ root, ...config }: InlineConfig & { root: string }): Plugin {
  return {
    name: 'reports-app',
    configureServer(server) {
      // Serve one page for all paths of the reports, as the service does.
      server.middlewares.use((request, _response, next) => {
        if (/^\/berichte(?:[/?]|$)/.test(request.url ?? '')) request.url = '/berichte.html'
        next()
      })
    },
    async generateBundle(_options, bundle) {
      const input = path.join(root, 'berichte.html')
      const built = await build({
        ...config,
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        build: { ...config.build, write: false, rolldownOptions: { input } },
      })
      if (!('output' in built)) throw new Error('expected exactly one build of the reports')
      for (const file of built.output) {
        // The site's bundle may contain the same file. Names contain a content hash, so equal names mean equal files.
        if (bundle[file.fileName]) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName: file.fileName, source })
      }
    },
  }
}
