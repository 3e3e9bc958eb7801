import { type RouteObject, createBrowserRouter } from 'react-router-dom'
import { funnels } from '#domain/funnels/index.ts'
import { CheckoutPage } from './funnel/checkout-page.tsx'
import type { RunTracker } from './funnel/run-tracker.ts'
import { SuccessPage } from './funnel/success-page.tsx'
import { wizardRoute } from './funnel/wizard-route.tsx'
import { ErrorScreen } from './site/error-screen.tsx'
import { HomePage } from './site/home-page.tsx'
import { legalPages } from './site/legal-pages.ts'
import { NotFoundPage } from './site/not-found-page.tsx'
import { PendingPage } from './site/pending-page.tsx'
import { SiteLayout } from './site/site-layout.tsx'

/** The route table: every funnel by its slug, and the pages around them. */
export function createRouter(runTracker: RunTracker) {
  const funnelRoutes: RouteObject[] = funnels.map((funnel) => ({
    path: `/${funnel.slug}/:place?`,
    ...wizardRoute(funnel, runTracker),
  }))
  return createBrowserRouter([
    {
      element: <SiteLayout />,
      errorElement: <ErrorScreen />,
      HydrateFallback: () => null,
      children: [
        { path: '/', element: <HomePage /> },
        ...funnelRoutes,
        { path: '/checkout/:funnelType', element: <CheckoutPage /> },
        { path: '/success', element: <SuccessPage /> },
        ...legalPages.map((page) => ({ path: page.path, element: <PendingPage page={page} /> })),
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ])
}
