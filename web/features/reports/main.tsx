import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from '#web/features/reports/frame/query-client.ts'
import { ReportsApp } from './reports-app.tsx'
import '#web/ui/styles.css'
import '#web/ui/dark.css'
import './plot-colors.css'

const root = document.querySelector('#root')
if (!root) throw new Error('berichte.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter basename="/berichte">
        <ReportsApp />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
