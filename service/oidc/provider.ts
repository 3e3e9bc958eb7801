import type { ClientAuth, Configuration } from 'openid-client'
import { z } from 'zod'
import type { ProviderFailure } from '#domain/users/provider-login.ts'
import type { OidcSettings } from '#service/config/oidc-settings.ts'
import type { PendingLogin } from './pending-login.ts'

/** Timeout of each request to the provider, in seconds. */
const timeoutSeconds = 5
/** Time after which the metadata and keys of the provider are read again, in ms. */
const knownMs = 3_600_000
const scope = 'openid email profile'

/** A person as the provider has verified it. */
export interface Identity {
  issuer: string
  subject: string
  /** Returns the e-mail address; undefined unless the provider says that it is verified. */
  verifiedEmail(): Promise<ProviderResult<string | undefined>>
}

/** `code` is for the log. It contains nothing personal and nothing secret. */
export type ProviderResult<Value> =
  | { kind: 'ok'; value: Value }
  | { kind: 'failed'; reason: ProviderFailure; code: string }

export interface Provider {
  /** Returns the address at which the provider asks for the login. */
  authorizationUrl(login: PendingLogin): Promise<ProviderResult<URL>>
  /** Redeems the code of a callback, and verifies the ID token with its signature, issuer, audience and nonce. */
  complete(callback: URL, login: PendingLogin): Promise<ProviderResult<Identity>>
  /**
   * Returns the address at which the provider ends its own session and then returns to `returnTo`; undefined if it has
   * none (OpenID Connect RP-Initiated Logout 1.0).
   */
  logoutUrl(returnTo: string): Promise<ProviderResult<URL | undefined>>
}

interface ProviderDeps extends Omit<OidcSettings, 'name'> {
  /** ms since the epoch */
  now: () => number
}

/**
 * Connects to the provider only when a user logs in, so a provider that cannot be reached never delays the start. The
 * library is loaded only then, too.
 */
export function createProvider(deps: ProviderDeps): Provider {
  const { redirectUri, now } = deps
  let known: { config: Promise<Configuration>; at: number } | undefined

  function configuration(): Promise<Configuration> {
    if (known && now() < known.at + knownMs) return known.config
    const config = discover(deps)
    const found = { config, at: now() }
    known = found
    config.catch(() => {
      if (known === found) known = undefined
    })
    return config
  }

  return {
    authorizationUrl: ({ state, nonce, verifier }) =>
      attempt(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
        return buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
      }),
    complete: (callback, { state, nonce, verifier }) =>
      attempt(async () => {
        const { authorizationCodeGrant } = await import('openid-client')
        const config = await configuration()
        const tokens = await authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        const { iss: issuer, sub: subject } = claims
        const verifiedEmail = () => attempt(() => readEmail(config, { claims, token: tokens.access_token }))
        return { issuer, subject, verifiedEmail }
      }),
    logoutUrl: (returnTo) =>
      attempt(async () => {
        const config = await configuration()
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined
        const { buildEndSessionUrl } = await import('openid-client')
        return buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo })
      }),
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderDeps): Promise<Configuration> {
  const { None, allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client')
  const url = new URL(issuer)
  const auth = clientSecret === undefined ? None() : await authBySecret(clientSecret)
  // http is allowed for this machine only (see `readIssuer`).
  const execute = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])]
  return discovery(url, clientId, undefined, auth, { execute, timeout: timeoutSeconds })
}

/**
 * Sends the secret in the way that the provider supports; without metadata, HTTP Basic is the default (Discovery 1.0,
 * section 3).
 */
async function authBySecret(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await import('openid-client')
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

const verified = z.object({ email: z.email().max(254), email_verified: z.literal(true) })

/** The ID token may lack the address, which then is in the response of the userinfo endpoint. */
async function readEmail(
  config: Configuration,
  { claims, token }: { claims: { sub: string; email?: unknown }; token: string },
): Promise<string | undefined> {
  const isElsewhere = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const { fetchUserInfo } = await import('openid-client')
  return verified.safeParse(isElsewhere ? await fetchUserInfo(config, token, claims.sub) : claims).data?.email
}

async function attempt<Value>(work: () => Promise<Value>): Promise<ProviderResult<Value>> {
  try {
    return { kind: 'ok', value: await work() }
  } catch (error) {
    return { kind: 'failed', ...describeFailure(error as Error) }
  }
}

const reasons: Readonly<Record<string, ProviderFailure>> = {
  access_denied: 'cancelled',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  OAUTH_TIMEOUT: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unavailable',
}

/**
 * `error` is the code of the provider (RFC 6749), `code` that of the library. `fetch` throws a `TypeError` for every error
 * of the connection, whose cause has a code such as `ECONNREFUSED`. Rethrows an error without any of them, which is a bug.
 */
function describeFailure(failure: Error & { error?: unknown; code?: unknown }) {
  const { cause } = failure
  if (failure.error === undefined && failure.code === undefined && cause === undefined) throw failure
  const { code: causeCode } = (cause ?? {}) as { code?: unknown }
  const given = [failure.error, failure.code, causeCode].find(
    (code) => typeof code === 'string' && /^\w{1,60}$/.test(code),
  )
  const code = (given as string | undefined) ?? failure.name
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const isConnection = failure.name === 'TypeError' && cause !== undefined
  const other: ProviderFailure = isConnection ? 'unavailable' : 'failed'
  return { code, reason: known ?? other }
}
