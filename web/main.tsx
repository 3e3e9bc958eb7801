// First of all: it reads the address before the router corrects it.
import './attribution/visit.ts'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { SiteRoutes } from './routes.tsx'
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
else createRoot(root).render(site)
