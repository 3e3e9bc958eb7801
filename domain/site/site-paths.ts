import { funnels } from '#domain/funnels/index.ts'

/** Paths of the pages outside the funnels that are prerendered at build time. */
const prerenderedPages = [
  '/',
  '/rundfunkbeitrag-auswahl',
  '/impressum',
  '/datenschutz',
  '/agb',
  '/widerrufsbelehrung',
  '/produktinformationen',
  '/barrierefreiheit',
  '/kontakt',
  '/widerruf',
]

/** Paths of the pages that show components in isolation, for developers. */
const demoPages = new Set(['/features', '/demo/address', '/demo/colors', '/demo/date-validation'])

/** Paths in the sitemap for search engines. */
export const indexedPaths = [...prerenderedPages, ...funnels.map(({ slug }) => `/${slug}`)]

export interface SitePage {
  /** Path of the file, relative to the folder of the built site. */
  file: string
  status: 200 | 404
  /** True if search engines may index the page. */
  indexed: boolean
}

/** Page that is rendered only in the browser. */
const shell: SitePage = { file: 'index.html', status: 200, indexed: false }
const notFound: SitePage = { file: 'pages/404.html', status: 404, indexed: false }

/** Returns the page for a path. Unknown paths get the not-found page with status 404. */
export function sitePage(path: string): SitePage {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  if (isReportsPath(path)) return { ...shell, file: 'berichte.html' }
  if (prerenderedPages.includes(bare)) return prerendered(bare === '/' ? 'index' : bare.slice(1))
  if (bare === '/success' || demoPages.has(bare)) return shell
  const [, first = '', second, ...rest] = bare.split('/')
  if (rest.length > 0) return notFound
  // For an unknown funnel, the app is served with status 404. In the browser, the app redirects to the start page and
  // keeps the campaign parameters of the URL.
  if (first === 'checkout' && second)
    return funnels.some(({ type }) => type === second) ? shell : { ...shell, status: 404 }
  const funnel = funnels.find(({ slug }) => slug === first)
  if (!funnel) return notFound
  // Only the first step is prerendered. The browser renders all other paths below a funnel: the named step or, if the
  // name is unknown, the first step.
  const entry = second === undefined || second === 'step-1' || second === funnel.steps[0]?.name
  return entry ? prerendered(first) : shell
}

function prerendered(name: string): SitePage {
  return { file: `pages/${name}.html`, status: 200, indexed: true }
}

/** Returns whether there is a page for visitors at this path. */
export function isSitePath(path: string): boolean {
  return !isReportsPath(path) && sitePage(path).status === 200
}

/**
 * Returns whether the path belongs to the reports app. The app does its routing in the browser, so every path below
 * `/berichte` gets a 200.
 */
function isReportsPath(path: string): boolean {
  return path === '/berichte' || path.startsWith('/berichte/')
}
