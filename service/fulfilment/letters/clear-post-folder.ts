import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { type RetentionPeriod, isOver } from '#domain/retention/period.ts'
import { hourMs } from '#domain/time/durations.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import type { PostFolder } from '#service/outbox/destinations/letter/post-folder.ts'

export interface ClearSettings {
  store: Pick<Store, 'log'>
  folder: Pick<PostFolder, 'list' | 'remove'>
  /** Retention period of a letter whose order is unknown, for example after a restore from an older backup. */
  keepUnknown: RetentionPeriod
  now: () => number
  log: Logger
}

/**
 * Starts a loop that every hour removes letters from the post folder that are no longer needed. The outbox removes them
 * at once. This loop removes those whose message is dead or was never enqueued, such as that of an order which had ended
 * before an update of the service.
 */
export function createFolderClearing({
  replicas,
  ...settings
}: ClearSettings & { replicas: PeriodicWork['replicas'] }): BackgroundLoop {
  const { now, log } = settings
  return startPeriodicWork({
    name: 'post-folder',
    replicas,
    now,
    log,
    work: async () => {
      await clearPostFolder(settings)
      return { at: begin, inMs: hourMs }
    },
  })
}

/** Removes the letters of ended, erased and unknown orders. Throws if the folder or the store cannot be read. */
export async function clearPostFolder(settings: ClearSettings): Promise<void> {
  const { store, folder, now, log } = settings
  for (const entry of await folder.list()) {
    const { letterId, orderNumber } = entry
    const found = await findOrder(store.log, letterId)
    const isNeeded = found ? !isEnded(found) : !isOver(Date.parse(entry.addedAt), settings.keepUnknown, now())
    if (isNeeded) continue
    await folder.remove(letterId, AbortSignal.timeout(hourMs))
    log.warn({ orderNumber }, 'a letter that is no longer needed was removed from the post folder')
  }
}

function isEnded({ order, events }: FoundOrder): boolean {
  const { letter, withdrawal, refunded } = order
  const isPosted = letter === 'sent' || letter === 'failed'
  return isPosted || withdrawal === 'withdrawn' || refunded || events.some(({ type }) => type === 'erased')
}
