import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { orderKey } from '#service/ingest/new-event.ts'
import type { BackgroundLoop } from '#service/background-loop.ts'
import { begin, startPeriodicWork } from '#service/periodic-work.ts'

/**
 * How long what is kept, in ms: personal data from the last event of its run but `lapsed`, rejected events from their
 * arrival, files that were never ordered from when they came.
 */
export interface RetentionPeriods {
  drafts: number
  orders: number
  rejected: number
  uploads: number
}

export interface RetentionSettings {
  store: Pick<Store, 'retention' | 'queue' | 'uploads'>
  now: () => number
  log: Logger
  periods: RetentionPeriods
}

/** Rows looked at in one go, and how long ingest has the store to itself after a go that removed some. */
const most = 100
/** The same of files: each is up to 10 MB of zeros to write. */
const mostFiles = 5
const pauseMs = 50
/** After so long a piece ends where it is, and whoever looks next goes on from there: well within its lease. */
const pieceMs = 5000
const second = 1000
const hour = 3600 * second

/** Removes what has been kept for long enough (DESIGN 5), in small steps every hour until stopped; one process does it for all. */
export function createRetention(settings: RetentionSettings): BackgroundLoop {
  const { store, now, log } = settings
  let stopping = false
  const loop = startPeriodicWork({
    name: 'retention',
    store,
    now,
    log,
    pollMs: 5 * second,
    work: async (at) => {
      const { removed, next } = await expirePiece(settings, at === begin ? 0 : Number(at), () => stopping)
      if (removed > 0) log.info({ removed }, 'what has been kept for long enough was removed')
      return next === null ? { at: begin, inMs: hour } : { at: String(next), inMs: 0 }
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

async function expirePiece(settings: RetentionSettings, from: number, stopping: () => boolean) {
  const endAt = performance.now() + pieceMs
  let [removed, next] = [0, from as number | null]
  while (next !== null && performance.now() < endAt && !stopping()) {
    const step = await expireNext(settings, next)
    next = step.next
    removed += step.removed
    if (step.removed > 0) await setTimeout(pauseMs)
  }
  return { removed, next }
}

/** One step behind a position; `next` is null when all that is due is gone. */
async function expireNext(
  { store, now, periods }: RetentionSettings,
  after: number,
): Promise<{ removed: number; next: number | null }> {
  const at = now()
  const rejected = await store.retention.expireRejected(at - periods.rejected, most)
  if (rejected === most) return { removed: rejected, next: after }
  const files = await store.uploads.expire(at - periods.uploads, mostFiles)
  if (files > 0) return { removed: rejected + files, next: after }
  const personal = await store.retention.expirePersonal({
    after,
    limit: most,
    until: at - periods.drafts,
    // The period runs from the visitor's last sign of life, also when the service was down and noticed the silence late.
    silences: ['lapsed'],
    kept: { prefix: orderKey(''), until: at - periods.orders },
  })
  return { removed: rejected + personal.removed, next: personal.next }
}
