import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type DeskCommand, foundSchema, sentResultSchema } from '#domain/desk/desk-contract.ts'
import { orderSchema } from '#domain/desk/order-contract.ts'
import { queueSchema } from '#domain/desk/queue-contract.ts'
import { requestsSchema } from '#domain/desk/request-contract.ts'
import { type OperatorSession, operatorSessionSchema } from '#domain/desk/session-shapes.ts'
import { providerLogoutPath } from '#domain/users/provider-login.ts'
import { DeskError, logInUser, request } from './api.ts'

const sessionKey = ['session'] as const

export interface ShownSession extends OperatorSession {
  /** True if the session ended without the operator logging out. */
  isExpired?: boolean
}

/** Removes all personal data from the page and shows the login. */
function signOut(client: QueryClient, isExpired: boolean): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  client.getMutationCache().clear()
  const signedOut: ShownSession = { authenticated: false, expiresAt: null, operator: null, isExpired }
  client.setQueryData(sessionKey, signedOut)
}

/** Signs the operator out if the service no longer knows the session. A refused password is no such case. */
export function signOutIfExpired(client: QueryClient, error: Error): void {
  const session = client.getQueryData<ShownSession>(sessionKey)
  if (error instanceof DeskError && error.status === 401 && session?.authenticated) signOut(client, true)
}

/** Queries whether this browser has a session of an operator. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: (): Promise<ShownSession> => request('/session', operatorSessionSchema),
    staleTime: Infinity,
  })
}

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      // No name contains an @, so this is the e-mail address of a named user.
      if (!name.includes('@')) return request('/login', operatorSessionSchema, { name, password })
      await logInUser(name.trim(), password)
      return request('/session', operatorSessionSchema)
    },
    onSuccess: (session) => client.setQueryData(sessionKey, session),
  })
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('/logout', operatorSessionSchema, {}),
    onSuccess: ({ providerLogout }) => {
      signOut(client, false)
      if (providerLogout) window.location.assign(providerLogoutPath)
    },
  })
}

export function useQueue() {
  return useQuery({
    queryKey: ['queue'],
    queryFn: () => request('/queue', queueSchema),
    refetchInterval: 60_000,
  })
}

export function useOrder(orderId: string) {
  return useQuery({ queryKey: ['order', orderId], queryFn: () => request(`/orders/${orderId}`, orderSchema) })
}

export function useRequests() {
  return useQuery({ queryKey: ['requests'], queryFn: () => request('/requests', requestsSchema) })
}

export function useSearch() {
  return useMutation({ mutationFn: (words: string) => request('/search', foundSchema, { words }) })
}

const anything = z.unknown()

/** Sends a command about an order, then reads the order and the queue again. */
export function useCommand(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (command: DeskCommand) => request(`/orders/${orderId}/commands`, anything, command),
    onSettled: () => readAgain(client),
  })
}

/** Reports several letters as posted. The result says for each order whether it was changed. */
export function useReportSent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { orderIds: readonly string[]; postedOn?: string | undefined }) =>
      request('/sent', sentResultSchema, body),
    onSettled: () => readAgain(client),
  })
}

interface Resent {
  id: number
  /** Corrected address; the address of the order if it is absent. */
  to?: string
}

/** Sends a refused e-mail again. */
export function useResend() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Resent) => request(`/messages/${id}/resend`, anything, body),
    onSettled: () => readAgain(client),
  })
}

type Act = `/requests/${number}/close` | `/messages/${number}/${'retry' | 'close'}`

/** Closes a request or an undelivered message, or sends the message again. */
export function useAct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (path: Act) => request(path, anything, {}),
    onSettled: () => readAgain(client),
  })
}

/** Time in ms after which the list of orders knows of a change. */
const projectedAfterMs = 2000

/** Reads everything again that is shown, except the session. The list is read once more, because it follows later. */
function readAgain(client: QueryClient): Promise<void> {
  setTimeout(() => void client.invalidateQueries({ queryKey: ['queue'] }), projectedAfterMs)
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
