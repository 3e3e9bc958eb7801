import { funnels } from '#domain/funnels/index.ts'

/** Pages that are drawn at build. */
const drawnPages = [
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

/** They show parts of the site by themselves, for whoever works on it. */
const demoPages = new Set(['/features', '/demo/address', '/demo/colors', '/demo/date-validation'])

/** What search engines shall list. */
export const indexedPaths = [...drawnPages, ...funnels.map(({ slug }) => `/${slug}`)]

export interface SitePage {
  /** Its file below the folder of the built site. */
  file: string
  status: 200 | 404
  /** Whether search engines may list it. */
  indexed: boolean
}

/** Only the browser can draw it. */
const shell: SitePage = { file: 'index.html', status: 200, indexed: false }
const notFound: SitePage = { file: 'pages/404.html', status: 404, indexed: false }

/** The page that a path gets; any path that no page has gets the not-found page with status 404. */
export function sitePage(path: string): SitePage {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  if (isReportsPath(path)) return { ...shell, file: 'berichte.html' }
  if (drawnPages.includes(bare)) return drawn(bare === '/' ? 'index' : bare.slice(1))
  if (bare === '/success' || demoPages.has(bare)) return shell
  const [, first = '', second, ...rest] = bare.split('/')
  if (rest.length > 0) return notFound
  // Of no funnel, it leads home with its campaign, which only the browser can do.
  if (first === 'checkout' && second)
    return funnels.some(({ type }) => type === second) ? shell : { ...shell, status: 404 }
  const funnel = funnels.find(({ slug }) => slug === first)
  if (!funnel) return notFound
  // Below a funnel every place leads to one of its steps, an unknown one to the first.
  const entry = second === undefined || second === 'step-1' || second === funnel.steps[0]?.name
  return entry ? drawn(first) : shell
}

function drawn(name: string): SitePage {
  return { file: `pages/${name}.html`, status: 200, indexed: true }
}

/** Whether the web app has a page of the visitors there. */
export function isSitePath(path: string): boolean {
  return !isReportsPath(path) && sitePage(path).status === 200
}

/** Whether the app of the reports has the path. It finds its pages itself, so any below it is answered 200. */
function isReportsPath(path: string): boolean {
  return path === '/berichte' || path.startsWith('/berichte/')
}
