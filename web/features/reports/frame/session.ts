import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ReportError, postCommand } from '#web/features/reports/data/get-report.ts'

const sessionSchema = z.object({
  authenticated: z.boolean(),
  user: z.object({ name: z.string(), role: z.string() }).optional(),
})
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
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      email === '' ? postCommand('login', { password }) : postCommand('account/login', { email, password }),
    // The session says whether the role of a named user opens the reports.
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
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
