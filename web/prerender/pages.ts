import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { services } from '#web/site/content/services.ts'
import { type PagePath, notFoundFacts, pageFacts } from '#web/site/page-facts.ts'
import type { HeadParts } from './page-head.ts'
import { landingData } from './structured-data.ts'

export interface BuiltPage {
  /** Name of its file below `pages/`, without `.html`. */
  name: string
  head: HeadParts
  /** Where the router draws it; absent: the browser draws it. */
  path?: string
  /** Of which the first step is shown until the browser has drawn the page. */
  funnel?: Funnel
  /** Modules that the page is made of beside what every page loads, below `web/`. */
  modules: readonly string[]
}

const modules: Record<PagePath, readonly string[]> = {
  '/': ['site/landing/landing-page.tsx', 'site/reviews-and-faq.tsx'],
  '/rundfunkbeitrag-auswahl': ['site/selection/selection-page.tsx', 'site/reviews-and-faq.tsx'],
  '/impressum': ['site/legal/imprint-page.tsx'],
  '/datenschutz': ['site/legal/privacy-page.tsx'],
  '/agb': ['site/legal/terms-page.tsx'],
  '/widerrufsbelehrung': ['site/legal/withdrawal-information-page.tsx'],
  '/produktinformationen': ['site/legal/product-information-page.tsx'],
  '/barrierefreiheit': ['site/legal/accessibility-page.tsx'],
  '/kontakt': ['site/contact/support-page.tsx'],
  '/widerruf': ['site/contact/withdrawal-page.tsx'],
}

const drawn = (Object.keys(pageFacts) as PagePath[]).map((path) => ({
  name: path === '/' ? 'index' : path.slice(1),
  path,
  head: { ...pageFacts[path], canonical: path, ...(path === '/' && { data: landingData() }) },
  modules: modules[path],
}))

/** The way into a funnel is drawn in the browser, from the draft that lies there; most visitors have none yet. */
const entries = funnels.map((funnel) => ({
  name: funnel.slug,
  funnel,
  head: {
    title: `${funnel.title} – Formlotse`,
    description: `${services.find(({ id }) => id === funnel.type)?.description ?? funnel.title} In vier kurzen Schritten ausgefüllt, als PDF und per Post.`,
    canonical: `/${funnel.slug}`,
  },
  modules: ['funnel/wizard-route.tsx', `../domain/funnels/${funnel.type}.ts`],
}))

// A path that no route has, however deep.
const notFound = { name: '404', path: '/-/-/-', head: notFoundFacts, modules: [] }

export const builtPages: readonly BuiltPage[] = [...drawn, ...entries, notFound]
