import { funnels } from '#domain/funnels/index.ts'

/** They show parts of the site by themselves, for whoever works on it. */
const demoPages = ['/features', '/demo/address', '/demo/colors', '/demo/date-validation']

const pages = new Set([
  '/',
  '/rundfunkbeitrag-auswahl',
  '/success',
  '/impressum',
  '/datenschutz',
  '/agb',
  '/widerrufsbelehrung',
  '/produktinformationen',
  '/barrierefreiheit',
  '/kontakt',
  '/widerruf',
  ...demoPages,
])

/** Whether the web app has a page there; any other path is answered 404 with its not-found page. */
export function isSitePath(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  if (pages.has(bare)) return true
  const [, first, second, ...rest] = bare.split('/')
  if (rest.length > 0) return false
  if (first === 'checkout') return funnels.some(({ type }) => type === second)
  // Below a funnel every place leads to one of its steps, an unknown one to the first.
  return funnels.some(({ slug }) => slug === first)
}

/** Whether search engines are to leave the page out. */
export function isUnlisted(path: string): boolean {
  return demoPages.includes(path.replace(/\/$/, ''))
}

/** Whether the app of the reports has the path. It finds its pages itself, so any below it is answered 200. */
export function isReportsPath(path: string): boolean {
  return path === '/berichte' || path.startsWith('/berichte/')
}
