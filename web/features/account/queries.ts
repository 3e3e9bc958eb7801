import {
  type QueryClient,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { providerLogoutPath } from '#domain/users/provider-login.ts'
import { sharedLinksSchema } from '#domain/users/shared-link-contract.ts'
import {
  type Account,
  type AuditFilter,
  accountSchema,
  accountSessionsSchema,
  addedTokenSchema,
  auditLogSchema,
  tokensSchema,
  usersSchema,
} from '#domain/users/user-contract.ts'
import { AccountError, command, request } from './api.ts'

const accountKey = ['account'] as const
const signedOut: Account = { user: null, expiresAt: null }

/** Shows the login if the session has ended. A refused password is no such case. */
export function signOutIfEnded(client: QueryClient, error: Error): void {
  if (!(error instanceof AccountError) || error.status !== 401 || error.code !== 'no-access') return
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKey[0] })
  client.setQueryData(accountKey, signedOut)
}

export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: () => request(['GET', 'account'], accountSchema),
    staleTime: Infinity,
  })
}

/** Sends a request after which another user, or nobody, is logged in. */
export function useAccountRequest<Body extends object>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => request(['POST', `account/${path}`, body], accountSchema),
    onSuccess: (account) => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKey[0] })
      client.setQueryData(accountKey, account)
      if (account.providerLogout) window.location.assign(providerLogoutPath)
    },
  })
}

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: () => request(['GET', 'account/sessions'], accountSessionsSchema),
  })

export const useUsers = () =>
  useQuery({ queryKey: ['users'], queryFn: () => request(['GET', 'access/users'], usersSchema) })

export const useTokens = () =>
  useQuery({ queryKey: ['tokens'], queryFn: () => request(['GET', 'access/tokens'], tokensSchema) })

export const useLinks = () =>
  useQuery({ queryKey: ['links'], queryFn: () => request(['GET', 'links'], sharedLinksSchema) })

/** Reads the entries of the audit page by page, newest first. */
export const useAuditLog = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['log', filter],
    queryFn: ({ pageParam: cursor }) =>
      request(['GET', auditPath('', { ...filter, ...(cursor !== null && { cursor }) })], auditLogSchema),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

/** Returns the path of the audit below `/api/`, with an extension such as `.de.csv`. */
export function auditPath(extension: string, filter: AuditFilter & { cursor?: string }): string {
  const query = new URLSearchParams(filter as Record<string, string>)
  return `access/log${extension}${query.size > 0 ? `?${query}` : ''}`
}

/** Sends a command and then reads everything again that the page shows. */
export function useCommand() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ([method, path, body]: ['POST' | 'DELETE', string, object?]) => command(method, path, body),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKey[0] }),
  })
}

export function useAddToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; scope: string; days: number }) =>
      request(['POST', 'access/tokens', body], addedTokenSchema),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
}
