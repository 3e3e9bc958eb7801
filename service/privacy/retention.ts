import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Expiry } from '#db/ports/person-store.ts'
import { outboxStates } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import type { RunPeriods } from '#domain/retention/decide-retention.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'

/**
 * Retention periods, in ms.
 * - Personal values and uploads of a run: the period depends on the class of the run.
 * - Rejected events, and uploads without an order: separate periods, which start when the event or the upload arrives.
 * - Uploads of an order that was sent but could not be stored: the same period as for uploads without an order. It
 *   starts when the order was sent.
 */
export interface RetentionPeriods extends RunPeriods {
  /** Retention period of rejected events, in ms. */
  rejected: number
  /** Retention period of uploads without an order, in ms. */
  uploads: number
}

export interface RetentionSettings {
  store: Pick<Store, 'retention' | 'uploads' | 'acknowledgements' | 'outbox' | 'operators' | 'handovers'>
  replicas: PeriodicWork['replicas']
  now: () => number
  log: Logger
  periods: RetentionPeriods
}

/** Maximum number of rows examined in one step. */
const maxRows = 100
/** Maximum number of files removed in one step. Each file is overwritten with up to 10 MB of zeros. */
const maxFiles = 5
/**
 * Maximum number of kept uploads that `settleKept` checks in one step. The check removes an upload whose order was
 * never stored. Checking any other upload costs almost nothing.
 */
const maxKept = 20
const pauseMs = 50
/**
 * Duration in ms for which one call of `expireChunk` starts further steps. When the service stops, the call ends after
 * its current step.
 */
const chunkMs = 5000
const second = 1000
const hour = 3600 * second

/** Starts a loop that removes expired data every hour, in small steps, until stopped. */
export function createRetention(settings: RetentionSettings): BackgroundLoop {
  const { replicas, now, log } = settings
  let stopping = false
  const loop = startPeriodicWork({
    name: 'retention',
    replicas,
    now,
    log,
    work: async (at) => {
      const { removed, unreadable, next } = await expireChunk(settings, readCursor(at), () => stopping)
      if (removed > 0) log.info({ removed }, 'expired data was removed')
      for (const runId of new Set(unreadable)) log.error({ runId }, unreadableOrder)
      return next === null ? { at: begin, inMs: hour } : { at: writeCursor(next), inMs: 0 }
    },
  })
  return {
    ...loop,
    stop: () => {
      stopping = true
      return loop.stop()
    },
  }
}

const unreadableOrder =
  'the values of an order cannot be decrypted, so its invoice data cannot be separated; the values are kept'

/**
 * Position at which the removal of expired data continues. Personal values are removed first, then those that replays
 * have stored, then the uploads of orders.
 */
interface Cursor {
  by: Expiry['by']
  after: number
}

/** The kinds of rows in the order in which a round examines them. */
const order = ['values', 'replays', 'uploads'] as const satisfies Cursor['by'][]

function readCursor(at: string): Cursor {
  for (const by of order) if (at.startsWith(`${by}:`)) return { by, after: Number(at.slice(by.length + 1)) }
  return { by: 'values', after: at === begin ? 0 : Number(at) }
}

const writeCursor = ({ by, after }: Cursor) => (by === 'values' ? String(after) : `${by}:${after}`)

interface Step {
  removed: number
  unreadable: string[]
  /** Position at which the round continues; null at the end of the round. */
  next: Cursor | null
}

async function expireChunk(settings: RetentionSettings, from: Cursor, stopping: () => boolean) {
  const endAt = performance.now() + chunkMs
  const done: Step = { removed: 0, unreadable: [], next: from }
  while (done.next !== null && performance.now() < endAt && !stopping()) {
    const step = await expireNext(settings, done.next)
    done.next = step.next
    done.removed += step.removed
    done.unreadable.push(...step.unreadable)
    if (step.removed > 0) await setTimeout(pauseMs)
  }
  return done
}

async function expireNext({ store, now, log, periods }: RetentionSettings, cursor: Cursor): Promise<Step> {
  const at = now()
  await store.acknowledgements.expire(at)
  const emails = await expireEmails(store, at, log)
  if (emails > 0) return { removed: emails, unreadable: [], next: cursor }
  const entries = await store.operators.expireAudit(at - fixedPeriods.audit, maxRows)
  if (entries > 0) return { removed: entries, unreadable: [], next: cursor }
  const handovers = await store.handovers.expire(at, maxRows)
  if (handovers > 0) return { removed: handovers, unreadable: [], next: cursor }
  const rejected = await store.retention.expireRejected(at - periods.rejected, maxRows)
  if (rejected === maxRows) return { removed: rejected, unreadable: [], next: cursor }
  const files = await store.uploads.expire(at - periods.uploads, maxFiles)
  if (files > 0) return { removed: rejected + files, unreadable: [], next: cursor }
  const { removed: orphans, checked } = await store.uploads.settleKept({
    until: at - periods.uploads,
    orderPrefix: orderKey(''),
    limit: maxKept,
  })
  if (checked > 0) return { removed: rejected + orphans, unreadable: [], next: cursor }
  const { drafts, unpaid, fulfilled, invoices } = periods
  const { expired, unreadable, next } = await store.retention.expirePersonal({
    ...cursor,
    limit: maxRows,
    now: at,
    periods: { drafts, unpaid, fulfilled, invoices },
    orderPrefix: orderKey(''),
  })
  return { removed: rejected + expired, unreadable, next: nextCursor(cursor, next) }
}

/**
 * Removes expired e-mails, messages about alerts and orders that support requests named, expired declarations of
 * withdrawal that have been recorded, and support requests that are closed or older than `fixedPeriods.openRequests`. Returns how many of these messages were removed.
 */
async function expireEmails({ outbox }: Pick<Store, 'outbox'>, at: number, log: Logger): Promise<number> {
  const until = at - fixedPeriods.emails
  const emails = await outbox.expire({ destination: 'mail', states: outboxStates, until, limit: maxRows })
  const undelivered = emails.filter(({ state }) => state === 'pending' || state === 'dead').length
  if (undelivered > 0)
    log.error({ undelivered }, 'e-mails that could not be delivered for 14 days were removed')
  const settled = ['delivered', 'discarded'] as const
  const recorded = await outbox.expire({ destination: 'withdrawals', states: settled, until, limit: maxRows })
  const closed = await outbox.expire({ destination: 'requests', states: settled, until, limit: maxRows })
  const named = await outbox.expire({ destination: 'support', states: outboxStates, until, limit: maxRows })
  const alerts = await outbox.expire({ destination: 'alerts', states: outboxStates, until, limit: maxRows })
  const forgotten = await outbox.expire({
    destination: 'requests',
    states: ['pending'],
    until: at - fixedPeriods.openRequests,
    limit: maxRows,
  })
  if (forgotten.length > 0)
    log.error({ forgotten: forgotten.length }, 'support requests that nobody closed for 90 days were removed')
  return [emails, recorded, closed, named, alerts, forgotten].reduce((sum, { length }) => sum + length, 0)
}

function nextCursor({ by }: Cursor, next: number | null): Cursor | null {
  if (next !== null) return { by, after: next }
  const following = order[order.indexOf(by) + 1]
  return following ? { by: following, after: 0 } : null
}
