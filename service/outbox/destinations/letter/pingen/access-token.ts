import { z } from 'zod'
import type { PingenAccount } from '#service/config/letter-url.ts'
import { type LetterFailure, failure } from '#service/outbox/destinations/letter/letter-service.ts'
import { failureOf, requestPingen } from './request-pingen.ts'

export type AccessToken = { code: 'token'; token: string } | LetterFailure

export interface AccessTokens {
  get(signal: AbortSignal): Promise<AccessToken>
  /** Forgets a token that Pingen has refused. */
  discard(token: string): void
}

/** A token is renewed this long before it expires, so that it does not expire during a request. In ms. */
const renewalMarginMs = 60_000

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
})

/** Fetches access tokens with the client credentials of the account (RFC 6749, 4.4), and caches the current one. */
export function createAccessTokens(
  { api, clientId, clientSecret }: PingenAccount,
  { now, timeoutMs }: { now: () => number; timeoutMs: number },
): AccessTokens {
  let cached: { token: string; until: number } | undefined

  async function fetchToken(signal: AbortSignal): Promise<AccessToken> {
    const requestedAt = now()
    const response = await requestPingen({
      method: 'POST',
      url: `${api}/auth/access-tokens`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
      timeoutMs,
      signal,
    })
    if (response.code !== 'response') return response
    // Wrong credentials are not the letter's fault, so the letter waits until an operator corrects them.
    if (response.status !== 200) return { ...failureOf(response), code: 'retry' }
    const parsed = tokenSchema.safeParse(response.body)
    if (!parsed.success) return failure('retry', 'no access token in the response')
    const { access_token: token, expires_in: seconds } = parsed.data
    cached = { token, until: requestedAt + seconds * 1000 - renewalMarginMs }
    return { code: 'token', token }
  }

  return {
    async get(signal) {
      if (cached && now() < cached.until) return { code: 'token', token: cached.token }
      return fetchToken(signal)
    },
    discard(token) {
      if (cached?.token === token) cached = undefined
    },
  }
}
