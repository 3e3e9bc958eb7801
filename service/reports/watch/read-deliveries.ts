import { type DestinationName, type OutboxRow, destinationNames } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type WatchedSeries, hoursPerDay, subjectOf } from '#domain/reports/watch/series.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'

/** Number of failed attempts after which a message counts as failed, although it may still be delivered later. */
const failedAttempts = 2

/**
 * Time in ms after which a message that was delivered counts as failed. Each pending one that the watch has counted as
 * failed is at least so old, so a fault is still found when the messages that waited for its end are delivered.
 */
const lateMs = hourMs

/** Maximum number of messages of a destination that are read, the newest ones. */
const maxMessages = 10_000
const messagesPage = 500

interface DeliveryHours {
  /** Messages that were created earlier, in ms since the epoch, are not needed. */
  since: number
  /** Number of days of the series. */
  days: number
  dayNumber: (day: string) => number
}

/** Reads the series of the messages of each destination that has some; all of them are watched alike. */
export async function readDeliverySeries(
  { outbox }: Pick<Store, 'outbox'>,
  { since, days, dayNumber }: DeliveryHours,
): Promise<WatchedSeries[]> {
  const series: WatchedSeries[] = []
  for (const destination of destinationNames) {
    const messages = await readMessages(outbox, destination, since)
    if (messages.length === 0) continue
    const [all, hits] = [new Uint32Array(days * hoursPerDay), new Uint32Array(days * hoursPerDay)]
    for (const message of messages) {
      const { createdAt } = message
      const hour = dayNumber(berlinDay(createdAt)) * hoursPerDay + berlinHour(createdAt)
      if (isUndecided(message) || !(hour < all.length)) continue
      all[hour]! += 1
      if (isFailed(message)) hits[hour]! += 1
    }
    series.push({
      subject: subjectOf('delivery', { field: destination }),
      slice: null,
      per: 'hour',
      all,
      hits,
    })
  }
  return series
}

/** Messages with one failed attempt are left out: as delivered ones, they would end a fault that goes on. */
function isUndecided({ state, attempts }: OutboxRow): boolean {
  return attempts === 0 || (state === 'pending' && attempts < failedAttempts)
}

function isFailed({ state, attempts, createdAt, finishedAt }: OutboxRow): boolean {
  if (state === 'delivered') return attempts > failedAttempts && finishedAt! - createdAt >= lateMs
  return state === 'dead' || state === 'pending'
}

async function readMessages(
  outbox: Store['outbox'],
  destination: DestinationName,
  since: number,
): Promise<OutboxRow[]> {
  const found: OutboxRow[] = []
  for (let before: number | undefined; found.length < maxMessages;) {
    const page = await outbox.list({
      destination,
      limit: messagesPage,
      ...(before !== undefined && { before }),
    })
    found.push(...page.filter(({ createdAt }) => createdAt >= since))
    const last = page.at(-1)
    if (page.length < messagesPage || !last || last.createdAt < since) break
    before = last.id
  }
  return found
}
