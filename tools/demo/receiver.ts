import type { EventRow, OutboxRow, OutboxStore } from '#db/ports/outbox-store.ts'
import { berlinDay, startOfDay } from '#domain/time/berlin-time.ts'
import { decideOutcome, outcomeOfHttp } from '#domain/outbox/outcome.ts'
import { happens, seededRandom } from '#domain/invented-data/chance.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Delays before the attempts to send a message, in ms. All attempts are made within 3 hours, so a longer outage
 * produces dead letters.
 */
const schedule = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour]
const destination = 'webhook'
const leaseMs = 30 * second
const pageSize = 100

/**
 * Time before the end of the demo's data, in ms. The demo creates messages only for events in this time, because
 * delivering more messages would take too long.
 */
export const enqueuePeriodMs = 48 * hour

/**
 * Simulates a webhook receiver without network traffic. Usually it responds quickly, with these exceptions:
 * - It is down from 8:00 to 18:00 on the day before `until`.
 * - Shortly before `goneAt`, it returns many errors.
 * - From `goneAt` on, it returns 410. This stops the destination: messages stay pending until deliveries are resumed.
 */
export function createReceiver(outbox: OutboxStore, until: number) {
  const goneAt = until - 6 * hour
  const downFrom = startOfDay(berlinDay(until - 24 * hour)) + 8 * hour

  function respond(at: number, position: number): { status: number; error: string | null; ms: number } {
    const random = seededRandom(position + at)
    const ms = Math.round(40 + 200 * random() ** 3)
    const down = at > downFrom && at < downFrom + 10 * hour
    if (down) return { status: 503, error: 'status 503', ms: 3000 + ms }
    const overloaded = at > goneAt - 25 * minute && happens(random, 0.7)
    if (overloaded || happens(random, 0.03)) return { status: 500, error: 'status 500', ms }
    return { status: 200, error: null, ms }
  }

  async function deliverRun(first: OutboxRow, now: number): Promise<void> {
    let free = 0
    let row: OutboxRow | undefined = first
    while (row) {
      const { position, attempts, nextAttemptAt } = row as EventRow
      const startedAt = Math.max(nextAttemptAt, free) + 15
      const { status, error, ms } = respond(startedAt, position)
      free = startedAt + ms
      const number = attempts + 1
      const code = outcomeOfHttp({ delivered: error === null, status })
      const outcome = decideOutcome(code, {
        attempt: number,
        schedule,
        retryAfter: null,
        now: free,
        random: seededRandom(position),
      })
      const next =
        outcome.code === 'retry'
          ? ({ state: 'pending', nextAttemptAt: outcome.nextAttemptAt } as const)
          : ({ state: outcome.code === 'delivered' ? 'delivered' : 'dead' } as const)
      const attempt = { number, startedAt, durationMs: ms, status, error }
      row = await outbox.finish(row, attempt, next, { destination, now, leaseMs })
    }
  }

  /**
   * Simulates a 410 in response to the first due message: stops the destination and records the attempt. In a night
   * without visitors no message may be due; then it only stops the destination.
   */
  async function stop(): Promise<void> {
    for (const now of [goneAt + minute, until]) {
      const [row] = await outbox.claimDue({ destination, now, leaseMs, limit: 1 })
      if (!row) continue
      const attempt = {
        number: row.attempts + 1,
        startedAt: now,
        durationMs: 60,
        status: 410,
        error: 'status 410',
      }
      await outbox.stop(destination, 'gone', now)
      await outbox.finish(row, attempt, { state: 'pending', nextAttemptAt: now })
      return
    }
    await outbox.stop(destination, 'gone', until)
  }

  return {
    /** Simulates every attempt that is due at `now`. */
    async deliver(now: number): Promise<void> {
      const upTo = Math.min(now, goneAt)
      for (;;) {
        const rows = await outbox.claimDue({ destination, now: upTo, leaseMs, limit: pageSize })
        await Promise.all(rows.map((row) => deliverRun(row, upTo)))
        if (rows.length === 0) break
      }
      if (now >= until) await stop()
    },
  }
}
