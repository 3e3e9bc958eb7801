import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { type MuteDuration, type NewMute, newMuteSchema } from '#domain/operations/mute-contract.ts'
import { dayMs, isoTime, weekMs } from '#domain/time/durations.ts'
import type { AccessVariables } from '#service/access/require-access.ts'
import { Problem } from '#service/http/errors.ts'
import { malformedBody } from '#service/http/problems/malformed-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { readJsonBody } from '#service/http/read-json-body.ts'
import { wasStored } from '#service/http/update-in-progress.ts'
import { describeMuting, describeUnmuting } from './describe-mutes.ts'

const mutesPath = '/api/alerts/mutes'

interface MuteDeps {
  store: Pick<Store, 'operations'>
  /** Refuses requests without access to the reports. */
  access: MiddlewareHandler<AccessVariables>
  limits: RateLimitSettings
  /** Called after an event was stored, so that reports include it at once. */
  onCommit: () => void
  /** ms since the epoch */
  now: () => number
}

/** Maximum size of a request in bytes, as for annotations. It is far more than the longest names need. */
const maxBytes = 8 * 1024

/** Far more than people need. It bounds what a script in a loop stores. */
const mutesOfClient = { name: 'mutes', perHour: 60 }

const durations: Readonly<Record<MuteDuration, number | null>> = { day: dayMs, week: weekMs, unlimited: null }

/** Returns the routes with which people and scripts mute alerts, and end that. */
export function muteRoutes({ store, access, limits, onCommit, now }: MuteDeps): Hono<AccessVariables> {
  const app = new Hono<AccessVariables>()
  const limit = rateLimit(mutesOfClient, limits)
  app.use('/api/alerts/*', access)

  app.post(mutesPath, describeMuting, limit, async (c) => {
    const { kind, funnel = null, step = null, field = null, rule = null, duration } = await readMute(c)
    const ms = durations[duration]
    const subject = { kind, funnel, step, field, rule }
    const by = authorOf(c)
    const until = ms === null ? null : now() + ms
    const { position } = wasStored(
      await store.operations.append({
        type: 'alert_muted',
        once: `alert_muted:${randomUUID()}`,
        data: { subject, until, by },
      }),
    )
    c.set('changedAt', position)
    onCommit()
    return c.json({ id: String(position), subject, until: until === null ? null : isoTime(until), by }, 201)
  })

  app.delete(`${mutesPath}/:id`, describeUnmuting, limit, async (c) => {
    const mute = await findMute(store, c.req.param('id'))
    const once = `alert_unmuted:${mute}`
    const data = { mute, by: authorOf(c) } as const
    const { status } = wasStored(await store.operations.append({ type: 'alert_unmuted', once, data }))
    if (status === 'stored') onCommit()
    c.set('changedAt', mute)
    return c.body(null, 204)
  })
  return app
}

const authorOf = (c: Context<AccessVariables>) => (c.get('access') === 'token' ? 'script' : 'marketer')

async function readMute(c: Context): Promise<NewMute> {
  const body = await readJsonBody(c, maxBytes)
  const read = newMuteSchema.safeParse(body)
  if (read.success) return read.data
  throw malformedBody('The request to mute alerts is malformed', body, read.error)
}

/** Returns the position of a mute, which is its id. */
async function findMute({ operations }: Pick<Store, 'operations'>, id: string): Promise<number> {
  const position = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  const [last] = await operations.read({ types: ['alert_muted'], upTo: position, limit: 1 })
  if (last?.position === position) return position
  throw new Problem({ status: 404, type: 'no-mute', title: 'No such mute' })
}
