import { createBrowserRouter } from 'react-router-dom'
import { ErrorScreen } from './site/error-screen.tsx'
import { NotFoundPage } from './site/not-found-page.tsx'
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
      { path: '/impressum', lazy: () => import('./site/legal/imprint-page.tsx') },
      { path: '/datenschutz', lazy: () => import('./site/legal/privacy-page.tsx') },
      { path: '/agb', lazy: () => import('./site/legal/terms-page.tsx') },
      { path: '/widerrufsbelehrung', lazy: () => import('./site/legal/withdrawal-information-page.tsx') },
      { path: '/produktinformationen', lazy: () => import('./site/legal/product-information-page.tsx') },
      { path: '/barrierefreiheit', lazy: () => import('./site/legal/accessibility-page.tsx') },
      { path: '/kontakt', lazy: () => import('./site/contact/support-page.tsx') },
      { path: '/widerruf', lazy: () => import('./site/contact/withdrawal-page.tsx') },
      {
        path: '/:slug/:place?',
        errorElement: <RouteFailure />,
        lazy: () => import('./funnel/wizard-route.tsx'),
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
])
