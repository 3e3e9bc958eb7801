// Must be imported first, because this module reads the URL before the router redirects.
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

// Prerendered pages are hydrated; all other pages are rendered from scratch.
keepPreview(root)
if (root.hasChildNodes()) hydrateRoot(root, site)
else void draw(createRoot(root))

/**
 * Renders the page when its code has loaded. If React had to suspend before showing any content, it would wait 0.3 s
 * afterwards. Rendering in a transition keeps the preview scrollable on a slow phone.
 */
async function draw(page: Root): Promise<void> {
  // Ignore loading errors here; they are handled when the page is rendered.
  await loadPage(location.pathname).catch(() => {})
  startTransition(() => page.render(site))
}
