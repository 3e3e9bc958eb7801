import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { services } from '#web/features/site/content/services.ts'
import { type PagePath, notFoundFacts, pageFacts } from '#web/features/site/content/page-facts.ts'
import type { HeadParts } from './page-head.ts'
import { landingData } from './structured-data.ts'

export interface BuiltPage {
  /** Name of the file in `pages/`, without `.html`. */
  name: string
  head: HeadParts
  /** Route to render; absent when only the browser renders the page. */
  path?: string
  /** Funnel whose first step is shown as a preview until the browser has rendered the page. */
  funnel?: Funnel
  /** Modules to preload in addition to those of every page. The paths are relative to `web/`. */
  modules: readonly string[]
}

const modules: Record<PagePath, readonly string[]> = {
  '/': ['features/site/landing/landing-page.tsx', 'features/site/landing/reviews-and-faq.tsx'],
  '/rundfunkbeitrag-auswahl': [
    'features/site/selection/selection-page.tsx',
    'features/site/selection/reviews-and-faq.tsx',
  ],
  '/impressum': ['features/site/legal/imprint-page.tsx'],
  '/datenschutz': ['features/site/legal/privacy-page.tsx'],
  '/agb': ['features/site/legal/terms-page.tsx'],
  '/widerrufsbelehrung': ['features/site/legal/withdrawal-information-page.tsx'],
  '/produktinformationen': ['features/site/legal/product-information-page.tsx'],
  '/barrierefreiheit': ['features/site/legal/accessibility-page.tsx'],
  '/kontakt': ['features/site/contact/support-page.tsx'],
  '/widerruf': ['features/site/contact/withdrawal-page.tsx'],
}

const prerendered = (Object.keys(pageFacts) as PagePath[]).map((path) => ({
  name: path === '/' ? 'index' : path.slice(1),
  path,
  head: { ...pageFacts[path], canonical: path, ...(path === '/' && { data: landingData() }) },
  modules: modules[path],
}))

/**
 * Entry pages of the funnels. The browser renders them, because they depend on the visitor's draft. The build adds a
 * preview without a draft, because most visitors do not have one yet.
 */
const entries = funnels.map((funnel) => ({
  name: funnel.slug,
  funnel,
  head: {
    title: `${funnel.emoji} ${funnel.title} – Formlotse`,
    description: `${services.find(({ id }) => id === funnel.type)?.description ?? funnel.title} In vier kurzen Schritten ausgefüllt, als PDF und per Post.`,
    canonical: `/${funnel.slug}`,
  },
  modules: ['features/funnel/wizard-route.tsx', `../domain/funnels/${funnel.type}.ts`],
}))

// No route matches this path, so the page for unknown addresses is rendered.
const notFound = { name: '404', path: '/-/-/-', head: notFoundFacts, modules: [] }

export const builtPages: readonly BuiltPage[] = [...prerendered, ...entries, notFound]
