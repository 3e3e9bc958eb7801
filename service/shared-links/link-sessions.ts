import type { Context } from 'hono'
import { createSingleProcess } from '#db/limits/single-process.ts'
import type { AccessToken, AccessTokenStore } from '#db/ports/staff/access-token-store.ts'
import { hourMs } from '#domain/time/durations.ts'
import { createSessionCookies, hashCookie } from '#service/access/session-cookies.ts'
import { ignoreUnavailable } from '#service/access/sessions.ts'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'
import { linkCookie } from '#service/http/session-cookie.ts'
import { limitPasts } from './limit-pasts.ts'

interface LinkSessionSettings {
  tokens: Pick<AccessTokenStore, 'find' | 'touch'>
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

export type LinkSessions = ReturnType<typeof createLinkSessions>

/** Requests of readers of links per client and minute; a page of the reports sends about ten. */
const requestsOfReader = { name: 'shared-link', perMinute: 600 }

/**
 * Manages the sessions of browsers that have opened a shared link. The cookie is the secret of the link, which the store
 * knows only by its hash. Every request looks it up, so that an ended link opens nothing any more.
 */
export function createLinkSessions({ tokens, publicUrl, limits, now }: LinkSessionSettings) {
  const cookies = createSessionCookies({ cookie: linkCookie, publicUrl, limits })
  // Counted in this process only: a page should not cost a write to the database for each of its reports.
  const limit = requestLimiter(requestsOfReader, { ...limits, count: createSingleProcess().count })
  const limitPast = limitPasts({ now })

  async function findLink(hash: string): Promise<AccessToken | undefined> {
    const found = await tokens.find(hash, now())
    return found?.kind === 'link' ? found : undefined
  }

  async function find(c: Context): Promise<AccessToken | undefined> {
    const hash = cookies.idOf(c)
    return hash === undefined ? undefined : cookies.lookUp(c, hash, () => findLink(hash))
  }

  return {
    /** Returns a new secret and the hash under which its link is stored. */
    newSecret(): { secret: string; hash: string } {
      const { secret, id: hash } = cookies.create()
      return { secret, hash }
    },
    /** Returns the link of a secret; undefined if there is none or it has ended. */
    ofSecret: (secret: string) => findLink(hashCookie(secret)),
    /** Returns the link that the browser has opened. Throws a 429 problem if the client sent too many unknown cookies. */
    find,
    /** Does the same as `find` for a request to the reports, which is counted and recorded as a use of the link. */
    async use(c: Context): Promise<AccessToken | undefined> {
      const link = await find(c)
      if (!link) return undefined
      await limit(c)
      if (limits.enabled) limitPast(c, link.id)
      // The use is shown as a day; a store that cannot write must not stop the readers.
      if (now() - (link.lastUsedAt ?? 0) >= hourMs)
        await tokens.touch(link.id, now()).catch(ignoreUnavailable)
      return link
    },
    begin: (c: Context, secret: string, { expiresAt }: AccessToken) =>
      cookies.send(c, secret, expiresAt - now()),
    /** Closes the link in this browser, if it has opened one. */
    close(c: Context): void {
      if (cookies.idOf(c) !== undefined) cookies.remove(c)
    },
  }
}
