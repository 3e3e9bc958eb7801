import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ReportError, postCommand } from '#web/features/reports/data/get-report.ts'

const sessionSchema = z.object({ authenticated: z.boolean() })
type Session = z.output<typeof sessionSchema> & { hasEnded?: true }

export const sessionKey = ['session'] as const
export const signedOut: Session = { authenticated: false }
/** Session that ended while the page was open. */
export const endedSession: Session = { authenticated: false, hasEnded: true }

/** Queries whether this browser is logged in to the reports. `data` is undefined until the service has responded. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<Session> => {
      const response = await fetch('/api/session', { signal, headers: { accept: 'application/json' } })
      if (!response.ok) throw new ReportError(response.status)
      return sessionSchema.parse(await response.json())
    },
    staleTime: Infinity,
  })
}

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => postCommand('login', { password }),
    onSuccess: () => client.setQueryData(sessionKey, { authenticated: true }),
  })
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => postCommand('logout'),
    onSuccess: () => {
      client.setQueryData(sessionKey, signedOut)
      // Cached reports must not be visible to the next user of the browser.
      client.removeQueries({ queryKey: ['report'] })
    },
  })
}
