import { type ComponentType, type ReactNode, Suspense, lazy } from 'react'
import { Route, Routes, matchPath } from 'react-router-dom'
import { continuePath } from '#domain/handovers/handover.ts'
import { statusPath } from '#domain/site/status-paths.ts'
import { NotFoundPage } from '#web/features/site/layout/not-found-page.tsx'
import { SiteLayout } from '#web/features/site/layout/site-layout.tsx'

const wizard = page(async () => {
  // Loads the code of all forms and of the run first, so that each part is evaluated in a separate task. The two are
  // requested at once, because each further request in turn costs a round trip if the page does not preload them.
  await Promise.all([
    import('#web/ui/form/text-input.tsx'),
    import('#web/features/funnel/run/visit-tracker.ts'),
  ])
  return import('#web/features/funnel/wizard-route.tsx')
})

const pages = {
  '/': page(() => import('#web/features/site/landing/landing-page.tsx')),
  '/rundfunkbeitrag-auswahl': page(() => import('#web/features/site/selection/selection-page.tsx')),
  '/checkout/:funnelType': page(() => import('#web/features/funnel/order/checkout-page.tsx')),
  '/success': page(() => import('#web/features/funnel/order/success-page.tsx')),
  [statusPath]: page(() => import('#web/features/order-status/status-page.tsx')),
  [continuePath]: page(() => import('#web/features/funnel/other-device/continue-page.tsx')),
  '/impressum': page(() => import('#web/features/site/legal/imprint-page.tsx')),
  '/datenschutz': page(() => import('#web/features/site/legal/privacy-page.tsx')),
  '/agb': page(() => import('#web/features/site/legal/terms-page.tsx')),
  '/widerrufsbelehrung': page(() => import('#web/features/site/legal/withdrawal-information-page.tsx')),
  '/produktinformationen': page(() => import('#web/features/site/legal/product-information-page.tsx')),
  '/barrierefreiheit': page(() => import('#web/features/site/legal/accessibility-page.tsx')),
  '/kontakt': page(() => import('#web/features/site/contact/support-page.tsx')),
  '/widerruf': page(() => import('#web/features/site/contact/withdrawal-page.tsx')),
  '/features': page(() => import('#web/features/demo/features-page.tsx')),
  '/demo/address': page(() => import('#web/features/demo/address-page.tsx')),
  '/demo/colors': page(() => import('#web/features/demo/colors-page.tsx')),
  '/demo/date-validation': page(() => import('#web/features/demo/date-page.tsx')),
}

const anyFunnel = <wizard.Page notFound={<NotFoundPage />} />

interface SiteRoutesProps {
  /** Page of the funnels. The build passes the first step of one, because it has no visitor whose step to show. */
  wizardPage?: ReactNode
}

/**
 * Routes of the site. The code of each page is loaded on demand. If no other route matches, the first path segment
 * identifies a funnel.
 */
export function SiteRoutes({ wizardPage = anyFunnel }: SiteRoutesProps) {
  return (
    // Layout and page are in the same Suspense boundary, because the layout observes elements of the page.
    <Suspense>
      <Routes>
        <Route element={<SiteLayout />}>
          {Object.entries(pages).map(([path, { Page }]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="/:slug/:place?" element={wizardPage} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  )
}

/** Loads the code of the page at a path, so that it renders without suspending. */
export async function loadPage(pathname: string): Promise<void> {
  const found = Object.entries(pages).find(([path]) => matchPath(path, pathname))?.[1]
  if (found) await found.load()
  else await (await wizard.load()).loadFunnel(pathname)
}

/**
 * Returns a lazy page component and a function that loads its code in advance. The data mode of the router offers the
 * same, but adds 17 KB of code for unneeded loaders.
 */
function page<Props, Code>(load: () => Promise<Code & { Component: ComponentType<Props> }>) {
  let loading: ReturnType<typeof load> | undefined
  const once = () => (loading ??= load())
  return { load: once, Page: lazy(async () => ({ default: (await once()).Component })) }
}
