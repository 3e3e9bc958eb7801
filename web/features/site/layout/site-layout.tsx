import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { PageViews } from '#web/features/analytics/page-views.tsx'
import { ConsentQuestion } from '#web/features/consent/consent-question.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { NewPageTop } from './new-page-top.tsx'
import { SiteHeader } from './site-header.tsx'
import { SmoothAnchor } from './smooth-anchor.tsx'

const SiteFooter = loadedLater(async () => (await import('./site-footer.tsx')).SiteFooter)

export function SiteLayout() {
  const page = useLocation().pathname.split('/')[1]
  return (
    <div className="flex flex-col">
      <a
        href="#inhalt"
        className="sr-only z-30 rounded-lg bg-leaf-800 px-4 py-3 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Zum Inhalt
      </a>
      <ConsentQuestion />
      <div className="flex min-h-dvh flex-col">
        <SiteHeader />
        <main id="inhalt" tabIndex={-1} className="flex-1">
          {/* If a page fails, the header, the footer and other pages remain usable. */}
          <FailureBoundary key={page}>
            <Outlet />
          </FailureBoundary>
        </main>
        <Suspense>
          <SiteFooter />
        </Suspense>
      </div>
      <PageViews />
      <SmoothAnchor />
      <NewPageTop />
    </div>
  )
}
