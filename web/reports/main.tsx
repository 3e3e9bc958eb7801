import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { ReportsApp } from './reports-app.tsx'
import '../styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('berichte.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter basename="/berichte">
      <ReportsApp />
    </BrowserRouter>
  </StrictMode>,
)
