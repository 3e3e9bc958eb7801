import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { orderKey } from '#service/ingest/new-event.ts'
import { type BackgroundLoop, startLoop } from '#service/background-loop.ts'

/** How long what is kept, in ms: personal data from the last event of its run, rejected events from their arrival. */
export interface RetentionPeriods {
  drafts: number
  orders: number
  rejected: number
}

export interface RetentionSettings {
  store: Pick<Store, 'retention'>
  now: () => number
  log: Logger
  periods: RetentionPeriods
  pollMs?: number
}

/** Rows looked at in one go, and how long ingest has the store to itself after a go that removed some. */
const most = 100
const pauseMs = 50
const hour = 3600 * 1000

/** Removes what has been kept for long enough (DESIGN 5), in small steps every hour until stopped. */
export function createRetention(settings: RetentionSettings): BackgroundLoop {
  const { log, pollMs = hour } = settings
  let after = 0
  let removed = 0
  return startLoop({
    name: 'retention',
    pollMs,
    log,
    work: async () => {
      const step = await expireNext(settings, after)
      after = step.next ?? 0
      removed += step.removed
      if (step.removed > 0) await setTimeout(pauseMs)
      if (step.next !== null) return true
      if (removed > 0) log.info({ removed }, 'what has been kept for long enough was removed')
      removed = 0
      return false
    },
  })
}

/** One step behind a position; `next` is null when all that is due is gone. */
async function expireNext(
  { store, now, periods }: RetentionSettings,
  after: number,
): Promise<{ removed: number; next: number | null }> {
  const at = now()
  const rejected = await store.retention.expireRejected(at - periods.rejected, most)
  if (rejected === most) return { removed: rejected, next: after }
  const personal = await store.retention.expirePersonal({
    after,
    limit: most,
    until: at - periods.drafts,
    kept: { prefix: orderKey(''), until: at - periods.orders },
  })
  return { removed: rejected + personal.removed, next: personal.next }
}
