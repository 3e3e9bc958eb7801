import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { entryTouch } from './attribution/entry-touch.ts'
import { createRunTracker } from './funnel/run-tracker.ts'
import { createRouter } from './routes.tsx'
import './styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no element #root')

// Before the router corrects the address and drops what it does not keep.
const visit = { entryPath: location.pathname, touch: entryTouch(location.search, new Date()) }
const router = createRouter(createRunTracker(visit))

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
