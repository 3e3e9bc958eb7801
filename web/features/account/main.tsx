import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { AccountApp } from './account-app.tsx'
import { signOutIfEnded } from './queries.ts'
import '#web/ui/styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('konto.html has no element #root')

const onError = (error: Error) => signOutIfEnded(client, error)
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter basename="/konto">
        <AccountApp />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
