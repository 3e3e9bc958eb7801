/* oxlint-disable no-restricted-imports -- runs at build, on Node. */
import path from 'node:path'
import { type InlineConfig, type Plugin, build } from 'vite'

/**
 * The reports are an app of their own, built beside the visitors' pages and not with them: a library that both use
 * would come to visitors with all that only the reports need of it.
 */
export function reportsApp({ root, ...config }: InlineConfig & { root: string }): Plugin {
  return {
    name: 'reports-app',
    configureServer(server) {
      // What the service does with paths of the reports.
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
      if (!('output' in built)) throw new Error('the reports were not built once')
      for (const file of built.output) {
        // A file with the same content has the same name in both.
        if (bundle[file.fileName]) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName: file.fileName, source })
      }
    },
  }
}
