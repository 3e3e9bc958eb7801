import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { providerLogoutPath } from '#domain/users/provider-login.ts'
import { providerLogout } from '#domain/site/provider-logout.ts'
import { linkSessionSchema } from '#domain/users/shared-link-contract.ts'
import { ReportError, postCommand } from '#web/features/reports/data/get-report.ts'
import type { OpenedLink } from '#web/features/reports/shared-link/shared-link-context.ts'

const sessionSchema = z.object({
  authenticated: z.boolean(),
  user: z.object({ name: z.string(), role: z.string() }).optional(),
})
const logoutSchema = z.object({ providerLogout })
type Session = z.output<typeof sessionSchema> & {
  hasEnded?: true
  /** Shared link by which the browser reads the reports; absent for people who are logged in. */
  link?: OpenedLink
  /** Set when the link ended while the page was open. */
  linkHasEnded?: true
}

export const sessionKey = ['session'] as const
export const signedOut: Session = { authenticated: false }
/** Session that ended while the page was open. */
const endedSession: Session = { authenticated: false, hasEnded: true }

/** Returns the session after the service has refused a request that had one before. */
export function afterRefusal(before: Session | undefined): Session {
  if (before && !before.authenticated) return before
  return before?.link ? { authenticated: false, linkHasEnded: true } : endedSession
}

async function read<Schema extends z.ZodType>(path: string, schema: Schema, signal: AbortSignal) {
  const response = await fetch(`/api/${path}`, { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new ReportError(response.status)
  return schema.parse(await response.json())
}

/**
 * Queries whether this browser is logged in to the reports, or has opened a shared link. `data` is undefined until the
 * service has responded.
 */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<Session> => {
      const session = await read('session', sessionSchema, signal)
      if (session.authenticated) return session
      const { link } = await read('links/session', linkSessionSchema, signal)
      return link ? { ...session, authenticated: true, link } : session
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

/** Ends the session of this browser, or closes the shared link in it. */
export function useLogout() {
  const client = useQueryClient()
  const link = useSession().data?.link
  return useMutation({
    mutationFn: () => postCommand(link ? 'links/close' : 'logout'),
    onSuccess: (body) => {
      client.setQueryData(sessionKey, signedOut)
      // Cached reports must not be visible to the next user of the browser.
      client.removeQueries({ queryKey: ['report'] })
      if (logoutSchema.safeParse(body).data?.providerLogout) window.location.assign(providerLogoutPath)
    },
  })
}
