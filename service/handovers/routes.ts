import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import {
  type HandoverState,
  type NewHandover,
  handoversPath,
  maxHandoverBytes,
} from '#domain/handovers/handover.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { startOfOwner } from '#service/access/run-secret.ts'
import { type RateLimitSettings, clientBudget, rateLimit } from '#service/http/rate-limit.ts'
import { type FreeDisk, lowDisk } from '#service/process/free-disk.ts'
import { readSmallBody, readSmallBytes } from '#service/http/read-small-body.ts'
import {
  describePut,
  describeRead,
  describeRemoval,
  describeState,
  readSchema,
} from './describe-handovers.ts'
import {
  emptyHandover,
  malformed,
  noHandover,
  orderedAlready,
  readAlready,
  tooManyWaiting,
  unknownRun,
  wrongContentType,
} from './problems.ts'

const madePerHour = 20
const readPerMinute = 30
/** The first device asks for the state every few seconds while it shows the code. */
const lookupsPerMinute = 120

const maxReadBytes = 16 * 1024

export interface HandoverRouteDeps {
  store: Pick<Store, 'log' | 'handovers'>
  /** ms since the epoch */
  now: () => number
  limits: RateLimitSettings
  freeDisk: Pick<FreeDisk, 'isLow'>
  /** Maximum number of hand-overs that wait to be read. The default together takes at most 128 MB. */
  maxWaiting?: number
}

/**
 * Returns the routes by which a visitor continues on another device. The first device needs the secret of the run. The
 * other device only needs the id of the hand-over, because the draft that it reads contains the secret.
 */
export function handoverRoutes({ store, now, limits, freeDisk, maxWaiting = 2000 }: HandoverRouteDeps) {
  const routes = new Hono()
  const lookups = rateLimit({ name: 'handover-lookups', perMinute: lookupsPerMinute }, limits)
  const reads = rateLimit({ name: 'handover-reads', perMinute: readPerMinute }, limits)
  const made = clientBudget({ name: 'handovers', perHour: madePerHour }, 'hand-overs', limits)

  async function ownRunId(c: Context): Promise<string> {
    const start = await startOfOwner(store.log, c.req.param('runId'), c.req.header('x-run-secret'))
    if (!start) throw unknownRun()
    return start.runId
  }

  /** Removes the hand-over of a run that was ordered, and throws a `Problem` (409). */
  async function refuseOrdered(runId: string): Promise<void> {
    if (!(await store.log.find({ once: orderKey(runId) }))) return
    await store.handovers.remove(runId)
    throw orderedAlready()
  }

  routes.put(`${handoversPath}/:runId`, describePut, lookups, async (c) => {
    const runId = await ownRunId(c)
    if (c.req.header('content-type') !== 'application/octet-stream') throw wrongContentType()
    await refuseOrdered(runId)
    await made.check(c, 1)
    if (await freeDisk.isLow()) throw lowDisk()
    const ciphertext = await readSmallBytes(c, maxHandoverBytes)
    if (ciphertext.length === 0) throw emptyHandover()
    const id = randomBytes(16).toString('base64url')
    const createdAt = now()
    const expiresAt = createdAt + fixedPeriods.handovers
    const handover = { runId, idHash: hashId(id), ciphertext, createdAt, expiresAt }
    if ((await store.handovers.put(handover, maxWaiting)) === 'full') throw tooManyWaiting()
    return c.json({ id, expiresAt: iso(expiresAt) } satisfies NewHandover, 201, noStore)
  })

  routes.get(`${handoversPath}/:runId`, describeState, lookups, async (c) => {
    const found = await store.handovers.find(await ownRunId(c), now())
    if (!found) throw noHandover()
    const state = found.isRead ? 'read' : 'waiting'
    return c.json({ state, expiresAt: iso(found.expiresAt) } satisfies HandoverState, 200, noStore)
  })

  routes.delete(`${handoversPath}/:runId`, describeRemoval, lookups, async (c) => {
    await store.handovers.remove(await ownRunId(c))
    return c.body(null, 204, noStore)
  })

  routes.post(`${handoversPath}/read`, describeRead, reads, async (c) => {
    const idHash = hashId(readId(await readSmallBody(c, maxReadBytes)))
    const runId = await store.handovers.findRun(idHash, now())
    if (runId === undefined) throw noHandover()
    await refuseOrdered(runId)
    // Only the last query removes the draft, so that a failure before it loses nothing.
    const found = await store.handovers.take(idHash, now())
    if (!found) throw noHandover()
    if (!found.ciphertext) throw readAlready()
    const headers = { ...noStore, 'content-type': 'application/octet-stream' }
    return c.body(new Uint8Array(found.ciphertext), 200, headers)
  })
  return routes
}

/** Returns the id in the body of a reading request. Throws a `Problem` (422). */
function readId(body: string): string {
  const read = readSchema.safeParse(parseJson(body))
  if (!read.success) throw malformed()
  return read.data.id
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const noStore = { 'cache-control': 'no-store' }

const iso = (ms: number) => new Date(ms).toISOString()

const hashId = (id: string) => createHash('sha256').update(id).digest('hex')
