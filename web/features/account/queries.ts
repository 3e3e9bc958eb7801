import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sharedLinksSchema } from '#domain/users/shared-link-contract.ts'
import {
  type Account,
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

export const useAuditLog = () =>
  useQuery({
    queryKey: ['log'],
    queryFn: () => request(['GET', 'access/log'], auditLogSchema),
    // Entries have no id, and only new ones are added, at the beginning.
    select: ({ entries }) => ({
      entries: entries.map((entry, index) => ({ ...entry, key: entries.length - index })),
    }),
  })

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
