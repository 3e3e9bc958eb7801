import { type Context, Hono } from 'hono'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import {
  type ProviderFailure,
  accountPath,
  failureParameter,
  logoutIncomplete,
  providerCallbackPath,
  providerLoginPath,
  providerLogoutPath,
  returnParameter,
  returnPath,
} from '#domain/users/provider-login.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { EndSharedSessions } from '#service/access/end-shared-sessions.ts'
import type { AccessLog } from '#service/access/refusals/log-access.ts'
import { loginProvider } from '#service/access/refusals/record-refusals.ts'
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
  /** Called if a logout could not continue at the provider; `code` is for the log. */
  onLogoutIncomplete: (failed: { reason: ProviderFailure; code: string | undefined }) => void
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
 * Returns the routes with which users log in with an account at the provider, and log out there. All are opened by the
 * browser itself, so errors lead back to the login page.
 */
export function oidcRoutes(deps: OidcRouteDeps) {
  const { login, access, limits, publicUrl, now } = deps
  const routes = new Hono()
  const provider = createProvider({ ...login, now })
  const pending = createPendingLogins({ cipher: login.cipher, publicUrl, now })
  const limit = requestLimiter({ name: 'oidc-login', perMinute: attemptsPerMinute }, limits)
  // Failed logins must not keep a user from logging out.
  const logoutLimit = requestLimiter({ name: 'oidc-logout', perMinute: attemptsPerMinute }, limits)

  /** `page` is what was requested. If the login fails, the login page gets it for the next attempt. */
  async function respond(c: Context, page: string, step: () => Promise<Outcome>): Promise<Response> {
    const outcome = await outcomeOf(async () => {
      await limit(c)
      return step()
    })
    c.header('cache-control', 'no-store')
    if ('to' in outcome) return c.redirect(outcome.to)
    access.refused(`oidc-${outcome.failure}`, { code: outcome.code, operator: loginProvider })
    const next = page === accountPath ? {} : { [returnParameter]: page }
    return c.redirect(
      `${accountPath}?${new URLSearchParams({ [failureParameter]: outcome.failure, ...next })}`,
    )
  }

  routes.get(providerLoginPath, described.login, (c) => {
    const page = returnPath(c.req.query(returnParameter))
    return respond(c, page, async () => {
      const url = await provider.authorizationUrl(pending.begin(c, page))
      return url.kind === 'ok' ? { to: url.value.href } : { failure: url.reason, code: url.code }
    })
  })
  routes.get(providerCallbackPath, described.callback, (c) => {
    const { search } = new URL(c.req.url)
    const states = c.req.queries('state') ?? []
    const begun = pending.find(c, states.length === 1 ? states[0] : undefined)
    return respond(c, begun?.returnTo ?? accountPath, async () => {
      if (!begun) return { failure: 'expired' }
      pending.end(c)
      if (search.length > maxQueryLength) return { failure: 'expired' }
      const identity = await provider.complete(new URL(login.redirectUri + search), begun)
      if (identity.kind === 'failed') return { failure: identity.reason, code: identity.code }
      const person = await findPerson(identity.value, deps)
      if (person.kind === 'failed') return { failure: person.reason, code: person.code }
      if (!person.value) return { failure: 'refused' }
      await deps.endShared(c)
      const member = await deps.sessions.begin(c, person.value, 'provider')
      if (!member) return { failure: 'refused' }
      access.accepted({ subject: member.id, role: member.role })
      return { to: begun.returnTo }
    })
  })
  // The session here has ended before. Whatever fails, the page says that the one at the provider may have not.
  routes.get(providerLogoutPath, described.logout, async (c) => {
    c.header('cache-control', 'no-store')
    const outcome = await outcomeOf(async (): Promise<Outcome> => {
      await logoutLimit(c)
      const url = await provider.logoutUrl(new URL(accountPath, login.redirectUri).href)
      if (url.kind === 'failed') return { failure: url.reason, code: url.code }
      return { to: url.value?.href ?? accountPath }
    })
    if ('to' in outcome) return c.redirect(outcome.to)
    deps.onLogoutIncomplete({ reason: outcome.failure, code: outcome.code })
    return c.redirect(`${accountPath}?${new URLSearchParams({ [failureParameter]: logoutIncomplete })}`)
  })
  return routes
}

/** Returns the outcome of a step also if the client made too many attempts, or the store is not available. */
async function outcomeOf(step: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof StoreUnavailable) return { failure: 'unavailable', code: 'store' }
    if (error instanceof Problem && error.members.status === 429) return { failure: 'too-many-requests' }
    throw error
  }
}
