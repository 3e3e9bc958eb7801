// This import must come first: the module must read the URL before the router changes it by a redirect.
import '#web/features/attribution/visit.ts'
// This import must come before React, which reads `setImmediate` when it is loaded.
import './resume-rendering.ts'
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

// Hydrate a prerendered page. Render any other page from scratch.
keepPreview(root)
if (root.hasChildNodes()) hydrateRoot(root, site)
else void draw(createRoot(root))

/**
 * Loads the code of the page, then renders the page. If React rendered without the code, it would suspend and show the
 * page up to 0.3 s late. The rendering is a transition, so that the visitor can scroll the static preview meanwhile.
 */
async function draw(page: Root): Promise<void> {
  // Ignore loading errors. They are handled when the page is rendered.
  await loadPage(location.pathname).catch(() => {})
  startTransition(() => page.render(site))
}
