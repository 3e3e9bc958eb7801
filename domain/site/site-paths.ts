import { funnels } from '#domain/funnels/index.ts'
import { continuePath } from '#domain/handovers/handover.ts'
import { statusPath } from './status-paths.ts'

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

/** Path of the operators' page. Every path below it belongs to the same app. */
export const deskPath = '/auftraege'

/** Path of the page on which named users see their account. Every path below it belongs to the same app. */
export const accountPath = '/konto'

/** Path of the page of the reports that opens a shared link, whose secret is the fragment of the URL. */
export const sharedLinkPath = '/berichte/geteilt'

/** Path of the page of the reports that lists the alerts. */
export const alertsPath = '/berichte/auffaelligkeiten'

/** Path of the page that shows the OpenAPI document. It is the only page below `/api`. */
export const apiDocsPath = '/api/docs'

/** Paths in the sitemap for search engines. */
export const indexedPaths = [...prerenderedPages, ...funnels.map(({ slug }) => `/${slug}`)]

export interface SitePage {
  /** Path of the file, relative to the folder of the built site. */
  file: string
  status: 200 | 404
  /** True if search engines may index the page. */
  indexed: boolean
  /** True if no cache may keep the page and no other site may learn that it was open. */
  isPrivate?: true
}

/** Page that is rendered only in the browser. */
const shell: SitePage = { file: 'index.html', status: 200, indexed: false }
const notFound: SitePage = { file: 'pages/404.html', status: 404, indexed: false }

/** Returns the page for a path and query. Unknown paths get the not-found page with status 404. */
export function sitePage(path: string, query = ''): SitePage {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  if (isReportsPath(path))
    return { ...shell, file: 'berichte.html', ...(path === sharedLinkPath && { isPrivate: true }) }
  if (isDeskPath(path)) return { ...shell, file: 'auftraege.html' }
  if (isAccountPath(path)) return { ...shell, file: 'konto.html', isPrivate: true }
  if (path === apiDocsPath) return { ...shell, file: 'api-docs.html' }
  if (prerenderedPages.includes(bare)) return prerendered(bare === '/' ? 'index' : bare.slice(1))
  if (bare === statusPath || bare === continuePath) return { ...shell, isPrivate: true }
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
  // name is unknown, the first step. `?step=3` may open a later step of a draft, which would discard what is typed into a
  // prerendered first step.
  const requested = new URLSearchParams(query).get('step') ?? '1'
  const entry =
    requested === '1' && (second === undefined || second === 'step-1' || second === funnel.steps[0]?.name)
  return entry ? prerendered(first) : shell
}

function prerendered(name: string): SitePage {
  return { file: `pages/${name}.html`, status: 200, indexed: true }
}

/** Returns whether there is a page for visitors at this path. */
export function isSitePath(path: string): boolean {
  const isStaff = isReportsPath(path) || isDeskPath(path) || isAccountPath(path)
  return !isStaff && path !== apiDocsPath && sitePage(path).status === 200
}

/**
 * Returns whether the path belongs to the reports app. The app does its routing in the browser, so every path below
 * `/berichte` gets a 200.
 */
function isReportsPath(path: string): boolean {
  return path === '/berichte' || path.startsWith('/berichte/')
}

/** Returns whether the path belongs to the operators' app, which does its routing in the browser as well. */
function isDeskPath(path: string): boolean {
  return path === deskPath || path.startsWith(`${deskPath}/`)
}

/** Returns whether the path belongs to the app for accounts, which does its routing in the browser as well. */
function isAccountPath(path: string): boolean {
  return path === accountPath || path.startsWith(`${accountPath}/`)
}
