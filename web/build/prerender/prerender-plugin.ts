import path from 'node:path'
import { type Plugin, type Rolldown, createServer } from 'vite'
import type { pageHead } from './page-head.ts'
import type { builtPages } from './pages.ts'
import type { renderFirstStep, renderPage } from './render-page.tsx'

type RenderPage = typeof renderPage
type RenderFirstStep = typeof renderFirstStep
type Pages = typeof builtPages
type PageHead = typeof pageHead

const web = path.resolve(import.meta.dirname, '../..')

/** Module that `main.ts` loads on every page. */
const siteModule = 'site.tsx'

/**
 * Modules that are preloaded on every prerendered page, because the page loads them after its first screen. The consent
 * dialog is preloaded for returning visitors too, although they do not need it.
 */
const commonModules = [
  siteModule,
  'features/site/layout/site-footer.tsx',
  'features/site/layout/menu-cards.tsx',
  'features/consent/consent-dialog.tsx',
]

/**
 * Renders pages to `pages/<name>.html`, based on index.html. Pages that depend on browser state contain only a preview.
 * index.html itself stays without content, because it serves all pages that only the browser can render.
 */
export function prerenderPages(): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = bundle['index.html']
        if (shell?.type !== 'asset') throw new Error('index.html was not built')
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const template = String(shell.source)
        shell.source = template.replace(
          '</head>',
          `${scriptsOf(template, chunks, [siteModule]).map(preload).join('')}</head>`,
        )
        const font = fontPreload(Object.keys(bundle))
        await withSources(async (sources) => {
          for (const { name, path: at, funnel, head, modules } of sources.pages) {
            const scripts = scriptsOf(template, chunks, [...modules, ...commonModules])
            const source = fillTemplate(template, {
              head: [sources.head(head), font, scriptList(scripts)].join('\n    '),
              content: at === undefined ? undefined : await sources.render(at),
              preview: funnel && previewRoot(await sources.firstStep(funnel)),
            })
            this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source })
          }
        })
      },
    },
  }
}

interface Sources {
  pages: Pages
  render: RenderPage
  firstStep: RenderFirstStep
  head: PageHead
}

/** Loads the site's modules for Node and calls `use` with them. */
async function withSources(use: (sources: Sources) => Promise<void>): Promise<void> {
  const server = await createServer({
    root: web,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const load = async (file: string) => server.ssrLoadModule(`/build/prerender/${file}`) as Promise<object>
    const { builtPages: pages } = (await load('pages.ts')) as { builtPages: Pages }
    const { renderPage: render, renderFirstStep: firstStep } = (await load('render-page.tsx')) as {
      renderPage: RenderPage
      renderFirstStep: RenderFirstStep
    }
    const { pageHead: head } = (await load('page-head.ts')) as { pageHead: PageHead }
    await use({ pages, render, firstStep, head })
  } finally {
    await server.close()
  }
}

/**
 * Returns a tag that preloads the font. Without the tag, browsers would request the font only after they have loaded
 * the style sheet.
 */
function fontPreload(names: readonly string[]): string {
  const file = names.find((name) => /figtree-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (!file) throw new Error('the font of the site is not among the built files')
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}

/** Returns a tag that preloads a script, which saves a round trip before the page becomes interactive. */
function preload(script: string): string {
  return `<link rel="modulepreload" crossorigin href="${script}">`
}

/** Returns a tag with the scripts that `web/load-after-paint.ts` loads. */
function scriptList(scripts: readonly string[]): string {
  return `<meta name="scripts" content="${scripts.join(' ')}">`
}

/** Returns the paths of the scripts that a page with these modules needs besides those of the template. */
function scriptsOf(
  template: string,
  chunks: readonly Rolldown.OutputChunk[],
  modules: readonly string[],
): string[] {
  const wanted = new Set<string>()
  const want = (chunk: Rolldown.OutputChunk) => {
    if (wanted.has(chunk.fileName)) return
    wanted.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) want(imported)
    }
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(path.join(web, module)))
    if (!chunk) throw new Error(`${module} is in no chunk, but a page requires it`)
    want(chunk)
  }
  return [...wanted].filter((name) => !template.includes(name)).map((name) => `/${name}`)
}

interface Parts {
  head: string
  /** Markup of the page, which the browser hydrates. */
  content: string | undefined
  /** Markup shown until the browser has rendered the page. Without scripts, the noscript text is shown instead. */
  preview: string | undefined
}

const emptyRoot = /<div id="root"><\/div>/

/** Notice that appears if the page's code loads slowly, because a form that accepts no input looks broken. */
const lateNotice = `<p id="late" role="status" class="fixed inset-x-4 bottom-4 z-30 mx-auto max-w-xl animate-late rounded-2xl border border-control bg-surface p-5 shadow-card">
      <strong class="block">Das Formular lädt noch.</strong>
      Es dauert länger als üblich. Bitte warten Sie einen Moment oder <a class="font-medium text-leaf-700 underline underline-offset-3" href="">laden Sie die Seite neu</a>.
      Wenn das nicht hilft, <a class="font-medium text-leaf-700 underline underline-offset-3" href="/kontakt">schreiben Sie uns</a>.
    </p>`

/**
 * Returns the preview of a form, which `web/hydrate-preview.ts` turns into the page, or `web/keep-preview.ts` replaces by
 * it. Its fields can be filled in. Its buttons need the page's code, so they are disabled. Without `autocomplete="off"`,
 * Firefox would enable them when the page is reloaded, because they were enabled before.
 */
function previewRoot(preview: string): string {
  const waiting = preview
    .replaceAll(/<button (?![^>]* disabled="")/g, '<button disabled data-waiting ')
    .replaceAll('<button ', '<button autocomplete="off" ')
  return `<div id="preview" class="noscript:hidden" aria-busy="true">${waiting}${lateNotice}</div><div id="root" hidden></div>`
}

/** Gives scripts a low priority, so that they do not delay style sheets and fonts, which share the connection. */
function withLowPriorityScripts(page: string): string {
  return page.replaceAll(/<(?:script type="module"|link rel="modulepreload")(?= )/g, '$& fetchpriority="low"')
}

function fillTemplate(template: string, { head, content, preview }: Parts): string {
  const withHead = withLowPriorityScripts(replaced(template, /<!--facts-->.*<!--\/facts-->/s, head))
  if (preview !== undefined) return replaced(withHead, emptyRoot, preview)
  if (content === undefined) return withHead
  const drawn = replaced(withHead, emptyRoot, `<div id="root">${content}</div>`)
  return replaced(drawn, /<noscript>.*<\/noscript>\s*/s, '')
}

/** Replaces what the pattern matches. If `by` is a function, it receives the first group. */
function replaced(text: string, pattern: RegExp, by: string | ((group: string) => string)): string {
  if (!pattern.test(text)) throw new Error(`the page lacks ${pattern.source}`)
  return text.replace(pattern, (_, group: string) => (typeof by === 'string' ? by : by(group)))
}
