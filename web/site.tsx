import { StrictMode, startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from './react-dom.ts'
import { hydrateInSlices } from './hydrate-in-slices.ts'
import { BrowserRouter } from 'react-router-dom'
import { SiteRoutes, loadPage } from './routes.tsx'
import { FailureBoundary } from '#web/features/site/layout/failure-boundary.tsx'
import { hydratablePreview, hydratePreview } from './hydrate-preview.ts'
import { keepPreview } from './keep-preview.ts'
import { allPartsLoaded } from '#web/ui/timing/loaded-later.ts'
import { nextTask } from '#web/ui/timing/next-task.ts'

/**
 * Hydrates a prerendered page, or the preview of a form if the form will look the same. Renders any other page from
 * scratch.
 */
export function showSite(): void {
  const root = document.querySelector<HTMLElement>('#root')
  if (!root) throw new Error('index.html has no element #root')
  const preview = root.hidden ? hydratablePreview() : undefined
  if (preview) return void wake(preview)
  keepPreview(root)
  if (root.hasChildNodes()) hydrateInSlices(root, site)
  else void draw(createRoot(root))
}

const site = (
  <StrictMode>
    <FailureBoundary outermost>
      <BrowserRouter>
        <SiteRoutes />
      </BrowserRouter>
    </FailureBoundary>
  </StrictMode>
)

/**
 * Loads the code of the page, then renders the page. If React rendered without the code, it would suspend and show the
 * page up to 0.3 s late. The rendering is a transition, so that the visitor can scroll the static preview meanwhile.
 */
async function draw(page: Root): Promise<void> {
  // Ignore loading errors. They are handled when the page is rendered.
  await loadPage(location.pathname).catch(() => {})
  startTransition(() => page.render(site))
}

/** Loads the code of a form, then hydrates its preview, so that no part of the page has code that is still loading. */
async function wake(preview: NonNullable<ReturnType<typeof hydratablePreview>>): Promise<void> {
  await Promise.all([loadPage(preview.path).catch(() => {}), allPartsLoaded()])
  await nextTask()
  hydratePreview(preview, site)
}
