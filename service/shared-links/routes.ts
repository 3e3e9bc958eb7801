import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import type { AccessToken, AccessTokenStore } from '#db/ports/staff/access-token-store.ts'
import { sharedLinkPath } from '#domain/site/site-paths.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { dayMs, isoTime } from '#domain/time/durations.ts'
import {
  type SharedLink,
  maxLinks,
  newLinkSchema,
  openLinkSchema,
} from '#domain/users/shared-link-contract.ts'
import { refuseForeignOrigin } from '#service/access/refuse-foreign-origin.ts'
import { type ReaderSessions, readerOfReports } from '#service/access/require-access.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import { conflict, linkEnded, maxBodyBytes, readBody, unknownLink } from '#service/users/problems.ts'
import type { UserDirectory } from '#service/users/user-directory.ts'
import * as described from './describe-links.ts'
import { type LinkMaker, linkMakerOf } from './link-makers.ts'
import type { LinkSessions } from './link-sessions.ts'

export interface LinkRouteDeps extends ReaderSessions {
  tokens: Pick<AccessTokenStore, 'add' | 'list' | 'end'>
  links: LinkSessions
  directory: Pick<UserDirectory, 'list'>
  audit: OperatorStore['audit']
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

const api = '/api/links'
const noStore = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
/** A reader who opens a link again and again must not push other entries out of the shown audit. */
const recordedOpenings = { name: 'link-opened', perHour: 60 }

/** Returns the routes with which people who read the reports make, list and end links, and readers open them. */
export function linkRoutes(deps: LinkRouteDeps) {
  const { tokens, directory, limits, now, links, publicUrl } = deps
  const routes = new Hono()
  routes.use(`${api}/*`, refuseForeignOrigin(publicUrl))
  routes.use(api, refuseForeignOrigin(publicUrl))
  const limit = rateLimit({ name: 'shared-links', perHour: 300 }, limits)

  routes.get(api, described.links, async (c) => {
    const maker = await linkMakerOf(c, deps)
    const [own, users] = await Promise.all([ownLinks(maker, deps), directory.list()])
    const names = new Map<string | null, string>(users.map(({ id, name }) => [id, name]))
    return c.json({ links: own.map((link) => showLink(link, names.get(link.userId) ?? null)) }, 200, noStore)
  })
  routes.post(api, described.addLink, limit, async (c) => {
    // Read first: sending it slowly takes seconds, in which a user can lose the role.
    await readSmallBody(c, maxBodyBytes)
    const maker = await linkMakerOf(c, deps)
    const { name, days, path } = await readBody(c, newLinkSchema)
    const { secret, hash } = links.newSecret()
    const [id, createdAt] = [randomUUID(), now()]
    const times = { createdAt, expiresAt: createdAt + days * dayMs }
    const added = { id, kind: 'link', name, scope: path, userId: maker.userId, ...times } as const
    await record(deps, maker.auditName, 'add-link', added)
    if (!(await tokens.add({ ...added, hash }, maxLinks)))
      throw conflict(
        'too-many-links',
        `There are ${maxLinks} links of this user already, or its access has ended.`,
      )
    const shown = showLink({ ...added, lastUsedAt: null }, maker.name)
    return c.json({ ...shown, address: `${sharedLinkPath}#${secret}` }, 201, noStore)
  })
  routes.delete(`${api}/:id`, described.endLink, limit, async (c) => {
    const maker = await linkMakerOf(c, deps)
    const link = (await ownLinks(maker, deps)).find(({ id }) => id === c.req.param('id'))
    if (!link) throw unknownLink()
    await record(deps, maker.auditName, 'end-link', link)
    await tokens.end(link.id)
    return c.body(null, 204)
  })
  addReaderRoutes(routes, deps)
  return routes
}

/** Adds the routes for readers, who are not logged in. */
function addReaderRoutes(routes: Hono, deps: LinkRouteDeps) {
  const { links, limits } = deps
  const limit = rateLimit({ name: 'open-link', perMinute: 30 }, limits)

  routes.post(`${api}/open`, described.openLink, limit, async (c) => {
    const { secret } = await readBody(c, openLinkSchema)
    const link = await links.ofSecret(secret)
    if (!link) throw linkEnded()
    // Readers who are logged in keep their own session.
    const isLoggedIn = (await readerOfReports(c, deps)).kind !== 'none'
    if (!isLoggedIn && (await links.find(c))?.id !== link.id) {
      await recordOpening(deps, link)
      links.begin(c, secret, link)
    }
    return c.json({ path: link.scope }, 200, noStore)
  })
  routes.get(`${api}/session`, described.linkSession, async (c) => {
    const link = await links.find(c)
    const shown = link ? { name: link.name, expiresAt: isoTime(link.expiresAt) } : null
    return c.json({ link: shown }, 200, noStore)
  })
  routes.post(`${api}/close`, described.closeLink, (c) => {
    links.close(c)
    return c.body(null, 204)
  })
}

async function ownLinks(
  { seesAll, userId }: LinkMaker,
  { tokens, now }: LinkRouteDeps,
): Promise<AccessToken[]> {
  const known = await tokens.list(now())
  return known.filter((token) => token.kind === 'link' && (seesAll || token.userId === userId))
}

type Named = Pick<AccessToken, 'id' | 'name'>

/** Returns how the audit names a link. Like `auditName`, it contains a dot that no name contains. */
const linkName = ({ id, name }: Named) => `${name} · link ${id.slice(0, 8)}`

async function record(
  { audit, now }: LinkRouteDeps,
  operator: string,
  action: string,
  link: Named,
): Promise<void> {
  await audit({ at: now(), operator, action, orderId: null, detail: linkName(link) })
}

async function recordOpening({ audit, now, limits }: LinkRouteDeps, link: AccessToken): Promise<void> {
  const exceeded = limits.enabled && (await limits.count(link.id, recordedOpenings))
  if (!exceeded)
    await audit({ at: now(), operator: linkName(link), action: 'open-link', orderId: null, detail: null })
}

function showLink(link: AccessToken, by: string | null): SharedLink {
  const { id, name, scope: path, createdAt, expiresAt, lastUsedAt } = link
  return {
    id,
    name,
    path,
    by,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    lastUsedOn: lastUsedAt === null ? null : berlinDay(lastUsedAt),
  }
}
