import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { SavedViewStore } from '#db/ports/staff/saved-view-store.ts'
import { newViewSchema } from '#domain/users/user-contract.ts'
import { refuseForeignOrigin } from '#service/access/refuse-foreign-origin.ts'
import type { StaffSessions } from '#service/access/staff-member.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import * as described from './describe-account.ts'
import { conflict, readBody, unknownView } from './problems.ts'
import { requireMember } from './require-member.ts'

interface ViewRouteDeps {
  views: SavedViewStore
  sessions: Pick<StaffSessions, 'find'>
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

const path = '/api/account/views'
const maxViews = 50
const noStore = { 'cache-control': 'no-store' }

/** Returns the routes with which named users save views of the reports. */
export function viewRoutes(deps: ViewRouteDeps) {
  const { views, publicUrl, limits, now } = deps
  const routes = new Hono()
  const own = refuseForeignOrigin(publicUrl)
  const limit = rateLimit({ name: 'saved-views', perHour: 300 }, limits)

  routes.get(path, described.views, async (c) => {
    const { id: userId } = await requireMember(c, deps)
    const saved = await views.list(userId)
    return c.json({ views: saved.map(({ id, name, path: at }) => ({ id, name, path: at })) }, 200, noStore)
  })
  routes.post(path, described.saveView, limit, own, async (c) => {
    const { id: userId } = await requireMember(c, deps)
    const view = await readBody(c, newViewSchema)
    const id = randomUUID()
    if (!(await views.add({ ...view, id, userId, createdAt: now() }, maxViews)))
      throw conflict('too-many-views', `There are ${maxViews} views already.`)
    return c.json({ id, ...view }, 201, noStore)
  })
  routes.delete(`${path}/:id`, described.removeView, limit, own, async (c) => {
    const { id: userId } = await requireMember(c, deps)
    if (!(await views.remove({ id: c.req.param('id'), userId }))) throw unknownView()
    return c.body(null, 204)
  })
  return routes
}
