import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { afterRefusal, sessionKey } from './session.ts'

/** Returns whether to retry a failed request. Client errors, such as invalid parameters, are permanent. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ReportError && error.status < 500)
}

function logOutIfUnauthorized(error: Error): void {
  if (error instanceof ReportError && error.status === 401) queryClient.setQueryData(sessionKey, afterRefusal)
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: logOutIfUnauthorized }),
  mutationCache: new MutationCache({ onError: logOutIfUnauthorized }),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 15_000, gcTime: 10 * 60_000 },
  },
})
