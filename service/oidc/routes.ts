import { type Context, Hono } from 'hono'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import {
  type ProviderFailure,
  accountPath,
  failureParameter,
  providerCallbackPath,
  providerLoginPath,
  returnPath,
} from '#domain/users/provider-login.ts'
import type { EndSharedSessions } from '#service/access/end-shared-sessions.ts'
import type { AccessLog } from '#service/access/log-access.ts'
import type { OidcSettings } from '#service/config/oidc-settings.ts'
import { Problem } from '#service/http/errors.ts'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'
import type { UserSessions } from '#service/users/user-sessions.ts'
import * as described from './describe.ts'
import { type FindPersonDeps, findPerson } from './find-person.ts'
import { createPendingLogins } from './pending-login.ts'
import { createProvider } from './provider.ts'

/** Settings of the login with OpenID Connect, and the cipher of its cookie. */
export interface OidcLogin extends OidcSettings {
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
}

export interface OidcRouteDeps extends FindPersonDeps {
  login: OidcLogin
  sessions: Pick<UserSessions, 'begin'>
  endShared: EndSharedSessions
  access: AccessLog
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

/** Where the browser goes next, or why the login failed. `code` is for the log. */
type Outcome = { to: string } | { failure: ProviderFailure; code?: string }

const maxQueryLength = 6000
const attemptsPerMinute = 20

/**
 * Returns the routes with which users log in with an account at the provider. Both are opened by the browser itself, so
 * errors lead back to the login page.
 */
export function oidcRoutes(deps: OidcRouteDeps) {
  const { login, access, limits, publicUrl, now } = deps
  const routes = new Hono()
  const provider = createProvider({ ...login, now })
  const pending = createPendingLogins({ cipher: login.cipher, publicUrl, now })
  const limit = requestLimiter({ name: 'oidc-login', perMinute: attemptsPerMinute }, limits)

  async function respond(c: Context, step: () => Promise<Outcome>): Promise<Response> {
    const outcome = (await isLimited(c, limit)) ?? (await step())
    c.header('cache-control', 'no-store')
    if ('to' in outcome) return c.redirect(outcome.to)
    access.refused(`oidc-${outcome.failure}`, outcome.code)
    return c.redirect(`${accountPath}?${failureParameter}=${outcome.failure}`)
  }

  routes.get(providerLoginPath, described.login, (c) =>
    respond(c, async () => {
      const begun = pending.begin(c, returnPath(c.req.query('return')))
      const url = await provider.authorizationUrl(begun)
      return url.kind === 'ok' ? { to: url.value.href } : { failure: url.reason, code: url.code }
    }),
  )
  routes.get(providerCallbackPath, described.callback, (c) =>
    respond(c, async () => {
      const { search } = new URL(c.req.url)
      const states = c.req.queries('state') ?? []
      const begun = pending.take(c, states.length === 1 ? states[0] : undefined)
      if (!begun || search.length > maxQueryLength) return { failure: 'expired' }
      const identity = await provider.complete(new URL(login.redirectUri + search), begun)
      if (identity.kind === 'failed') return { failure: identity.reason, code: identity.code }
      const person = await findPerson(identity.value, deps)
      if (person.kind === 'failed') return { failure: person.reason, code: person.code }
      const member = person.value && (await deps.sessions.begin(c, person.value))
      if (!member) return { failure: 'refused' }
      await deps.endShared(c)
      access.accepted({ subject: member.id, role: member.role })
      return { to: begun.returnTo }
    }),
  )
  return routes
}

async function isLimited(c: Context, limit: (c: Context) => Promise<void>): Promise<Outcome | undefined> {
  try {
    await limit(c)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return { failure: 'too-many-requests' }
    throw error
  }
}
