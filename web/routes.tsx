import { type ComponentType, Suspense, lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from './site/not-found-page.tsx'
import { SiteLayout } from './site/site-layout.tsx'

const Wizard = page(() => import('./funnel/wizard-route.tsx'))

const pages: Record<string, ComponentType> = {
  '/': page(() => import('./site/landing/landing-page.tsx')),
  '/rundfunkbeitrag-auswahl': page(() => import('./site/selection/selection-page.tsx')),
  '/checkout/:funnelType': page(() => import('./funnel/checkout-page.tsx')),
  '/success': page(() => import('./funnel/success-page.tsx')),
  '/impressum': page(() => import('./site/legal/imprint-page.tsx')),
  '/datenschutz': page(() => import('./site/legal/privacy-page.tsx')),
  '/agb': page(() => import('./site/legal/terms-page.tsx')),
  '/widerrufsbelehrung': page(() => import('./site/legal/withdrawal-information-page.tsx')),
  '/produktinformationen': page(() => import('./site/legal/product-information-page.tsx')),
  '/barrierefreiheit': page(() => import('./site/legal/accessibility-page.tsx')),
  '/kontakt': page(() => import('./site/contact/support-page.tsx')),
  '/widerruf': page(() => import('./site/contact/withdrawal-page.tsx')),
  '/features': page(() => import('./demo/features-page.tsx')),
  '/demo/address': page(() => import('./demo/address-page.tsx')),
  '/demo/colors': page(() => import('./demo/colors-page.tsx')),
  '/demo/date-validation': page(() => import('./demo/date-page.tsx')),
}

/** The route table. A page's code is loaded with the page; funnels are found by the first part of the path. */
export function SiteRoutes() {
  return (
    // Around all of it: frame and page come together, and the frame finds what it watches in the page.
    <Suspense>
      <Routes>
        <Route element={<SiteLayout />}>
          {Object.entries(pages).map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="/:slug/:place?" element={<Wizard notFound={<NotFoundPage />} />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  )
}

/** Not the router's data mode, whose loaders and fetchers nothing here needs: that would be another 17 KB. */
function page<Props>(load: () => Promise<{ Component: ComponentType<Props> }>) {
  return lazy(async () => ({ default: (await load()).Component }))
}
