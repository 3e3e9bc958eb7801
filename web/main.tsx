// Must run first: it reads the URL before the router redirects.
import '#web/features/attribution/visit.ts'
import { StrictMode, startTransition } from 'react'
import { type Root, createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { SiteRoutes, loadPage } from './routes.tsx'
import { FailureBoundary } from '#web/features/site/layout/failure-boundary.tsx'
import { keepPreview } from './keep-preview.ts'
import '#web/ui/styles.css'
import '#web/ui/print.css'

const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('index.html has no element #root')

const site = (
  <StrictMode>
    <FailureBoundary outermost>
      <BrowserRouter>
        <SiteRoutes />
      </BrowserRouter>
    </FailureBoundary>
  </StrictMode>
)

// Prerendered pages are hydrated; the others are rendered here.
keepPreview(root)
if (root.hasChildNodes()) hydrateRoot(root, site)
else void draw(createRoot(root))

/**
 * Renders the page once its code has loaded, because React waits 0.3 s after suspending without content. Uses a
 * transition, so that the preview remains scrollable on a slow phone.
 */
async function draw(page: Root): Promise<void> {
  // Loading errors are handled when the page is rendered.
  await loadPage(location.pathname).catch(() => {})
  startTransition(() => page.render(site))
}
