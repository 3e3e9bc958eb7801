import { type DestinationName, type OutboxRow, destinationNames } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type WatchedSeries, hoursPerDay, subjectOf } from '#domain/reports/watch/series.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'

/** Number of failed attempts after which a message counts as failed, although it may still be delivered later. */
const failedAttempts = 2

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
    for (const { state, attempts, createdAt } of messages) {
      const hour = dayNumber(berlinDay(createdAt)) * hoursPerDay + berlinHour(createdAt)
      if (attempts === 0 || !(hour < all.length)) continue
      all[hour]! += 1
      if (state === 'dead' || (state === 'pending' && attempts >= failedAttempts)) hits[hour]! += 1
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
