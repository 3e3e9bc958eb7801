import path from 'node:path'
import { type InlineConfig, type Plugin, build } from 'vite'

/**
 * Builds the reports, the operators' page, the accounts and the description of the API apart from the site. If they were built together with it, visitors would
 * load the parts of shared libraries that only these pages use.
 */
export function staffApps({ root, ...config }: InlineConfig & { root: string }): Plugin {
  return {
    name: 'staff-apps',
    configureServer(server) {
      // Serve one page for all paths of an app, as the service does.
      server.middlewares.use((request, _response, next) => {
        const url = request.url ?? ''
        const name = /^\/(berichte|auftraege|konto)(?:[/?]|$)/.exec(url)?.[1]
        if (name) request.url = `/${name}.html`
        if (/^\/api\/docs(?:\?|$)/.test(url)) request.url = '/api-docs.html'
        next()
      })
    },
    async generateBundle(_options, bundle) {
      const input = ['berichte.html', 'auftraege.html', 'konto.html', 'api-docs.html'].map((name) =>
        path.join(root, name),
      )
      const built = await build({
        ...config,
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        build: { ...config.build, write: false, rolldownOptions: { input } },
      })
      if (!('output' in built)) throw new Error('expected exactly one build of these apps')
      for (const file of built.output) {
        // The site's bundle may contain the same file. Names contain a content hash, so equal names mean equal files.
        if (bundle[file.fileName]) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName: file.fileName, source })
      }
    },
  }
}
