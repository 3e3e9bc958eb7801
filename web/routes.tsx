import { createBrowserRouter } from 'react-router-dom'
import { ErrorScreen } from './site/error-screen.tsx'
import { legalPages, servicePages } from './site/legal-pages.ts'
import { NotFoundPage } from './site/not-found-page.tsx'
import { PendingPage } from './site/pending-page.tsx'
import { RouteFailure } from './site/route-failure.tsx'
import { SiteLayout } from './site/site-layout.tsx'

/** The route table. A page's code is loaded with the page; funnels are found by the first part of the path. */
export const router = createBrowserRouter([
  {
    element: <SiteLayout />,
    errorElement: <ErrorScreen />,
    HydrateFallback: () => null,
    children: [
      { path: '/', lazy: () => import('./site/landing/landing-page.tsx') },
      { path: '/rundfunkbeitrag-auswahl', lazy: () => import('./site/selection/selection-page.tsx') },
      { path: '/checkout/:funnelType', lazy: () => import('./funnel/checkout-page.tsx') },
      { path: '/success', lazy: () => import('./funnel/success-page.tsx') },
      ...[...legalPages, ...servicePages].map((page) => ({
        path: page.path,
        element: <PendingPage page={page} />,
      })),
      {
        path: '/:slug/:place?',
        errorElement: <RouteFailure />,
        lazy: () => import('./funnel/wizard-route.tsx'),
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
])
