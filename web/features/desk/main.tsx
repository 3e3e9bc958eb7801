import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { DeskApp } from './desk-app.tsx'
import { signOutIfExpired } from './queries.ts'
import '#web/ui/styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('auftraege.html has no element #root')

const onError = (error: Error) => signOutIfExpired(client, error)
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // Every request for an order is recorded, so requests are neither repeated nor made in the background.
  // Without a network they fail, so that the page can say that it is outdated, instead of waiting for the network.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, gcTime: 60_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter basename="/auftraege">
        <DeskApp />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
