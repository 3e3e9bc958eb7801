import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { afterRefusal, sessionKey } from './session.ts'

/** Returns whether to retry a failed request. Client errors, such as invalid parameters, are permanent. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ReportError && error.status < 500)
}

function checkSession(error: Error): void {
  if (!(error instanceof ReportError)) return
  if (error.status === 401) queryClient.setQueryData(sessionKey, afterRefusal)
  // The session ended, for example in another tab, and the browser has opened a shared link, which opens less.
  if (error.type === 'not-shared') void queryClient.invalidateQueries({ queryKey: sessionKey })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: checkSession }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 15_000, gcTime: 10 * 60_000 },
  },
})
