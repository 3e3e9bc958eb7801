// First of all: it reads the address before the router corrects it.
import './attribution/visit.ts'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { SiteRoutes } from './routes.tsx'
import { FailureBoundary } from './site/failure-boundary.tsx'
import './styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <FailureBoundary>
      <BrowserRouter>
        {/* Around all of it: frame and page come together, and the frame finds what it watches in the page. */}
        <Suspense>
          <SiteRoutes />
        </Suspense>
      </BrowserRouter>
    </FailureBoundary>
  </StrictMode>,
)
