import { Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { loadedLater } from './loaded-later.ts'
import { SiteHeader } from './site-header.tsx'
import { SmoothAnchor } from './smooth-anchor.tsx'

const SiteFooter = loadedLater(async () => (await import('./site-footer.tsx')).SiteFooter)

/** Header and footer of every page. */
export function SiteLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#inhalt"
        className="sr-only z-30 rounded-lg bg-leaf-800 px-4 py-3 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Zum Inhalt
      </a>
      <SiteHeader />
      <main id="inhalt" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Suspense>
        <SiteFooter />
      </Suspense>
      <SmoothAnchor />
      {/* Where there is nothing to restore, a new page begins at its top. */}
      <ScrollRestoration />
    </div>
  )
}
