import { type ComponentType, Suspense, lazy } from 'react'
import { Route, Routes, matchPath } from 'react-router-dom'
import { NotFoundPage } from './site/not-found-page.tsx'
import { SiteLayout } from './site/site-layout.tsx'

const wizard = page(() => import('./funnel/wizard-route.tsx'))

const pages = {
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
          {Object.entries(pages).map(([path, { Page }]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="/:slug/:place?" element={<wizard.Page notFound={<NotFoundPage />} />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  )
}

/** Gets what the page at this path is made of, so that it can be drawn without a pause. */
export async function loadPage(pathname: string): Promise<void> {
  const found = Object.entries(pages).find(([path]) => matchPath(path, pathname))?.[1]
  if (found) await found.load()
  else await (await wizard.load()).loadFunnel(pathname)
}

/** Not the router's data mode, whose loaders and fetchers nothing here needs: that would be another 17 KB. */
function page<Props, Code>(load: () => Promise<Code & { Component: ComponentType<Props> }>) {
  let loading: ReturnType<typeof load> | undefined
  const once = () => (loading ??= load())
  return { load: once, Page: lazy(async () => ({ default: (await once()).Component })) }
}
