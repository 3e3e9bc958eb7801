import type { Plugin } from 'vite'

/** Parts for React Router's own server, which its `Link` and its defaults hold on to: nothing here ever calls them. */
const forServers = [
  'Scripts',
  'PrefetchPageLinks',
  'PrefetchPageLinksImpl',
  'RSCPrefetchPageLinksImpl',
  'RemixRootDefaultErrorBoundary',
  'RSCErrorHandler',
  'BoundaryShell',
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'deserializeErrors',
  'useFetcher',
  'useFormAction',
  'useSubmit',
  'HistoryRouter',
]

const neverPrefetch = 'function usePrefetchBehavior() { return [false, null, {}] }'

/** Takes 4 kB (gzip) off every page. A name that the library no longer has stops the build, so an update is noticed. */
export const routerForBrowsers: Plugin = {
  name: 'router-for-browsers',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs/, code: 'function usePrefetchBehavior(' },
    handler(code) {
      const stubs = forServers.map((name) => [
        name,
        `function ${name}() { throw new Error('${name} was left out of the build') }`,
      ])
      return [...stubs, ['usePrefetchBehavior', neverPrefetch]].reduce(
        (text, [name = '', stub = '']) => replaceFunction(text, name, stub),
        code,
      )
    },
  },
}

function replaceFunction(code: string, name: string, stub: string): string {
  const whole = new RegExp(String.raw`^(async )?function ${name}\([\s\S]*?^}$`, 'm')
  if (!whole.test(code)) throw new Error(`React Router has no function ${name} to leave out of the build`)
  return code.replace(whole, () => stub)
}
