// First of all: it reads the address before the router corrects it.
import './attribution/visit.ts'
import { StrictMode, startTransition } from 'react'
import { type Root, createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { SiteRoutes, loadPage } from './routes.tsx'
import { FailureBoundary } from './site/failure-boundary.tsx'
import { takePreview } from './take-preview.ts'
import './styles.css'
import './print.css'

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

// Most pages come drawn; the others, of which some come with a preview, are drawn here.
takePreview(root)
if (root.hasChildNodes()) hydrateRoot(root, site)
else void draw(createRoot(root))

/**
 * All at once, when its code is there: where React has drawn nothing for lack of it, it waits 0.3 s before it draws
 * anything more. In slices, so that a slow phone can scroll the preview meanwhile.
 */
async function draw(page: Root): Promise<void> {
  // What could not be loaded is said by the page itself.
  await loadPage(location.pathname).catch(() => {})
  startTransition(() => page.render(site))
}
