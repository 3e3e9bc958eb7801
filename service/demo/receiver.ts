import type { DeliveryStore, NextAttempt } from '#db/delivery-store.ts'
import { berlinDay, startOfDay } from '#domain/berlin-time.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import { outcomeOf } from '#service/forwarding/retry-schedule.ts'
import { happens, seededRandom } from './chance.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits before each attempt: few, so that an outage of some hours leaves dead letters. */
const schedule = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour]
const leaseMs = 30 * second
const stepAsideMs = minute

/** Messages are owed for the last days only: a year of them would take longer to send than to invent. */
export const owedFor = 48 * hour

/**
 * A receiver of messages as receivers are: mostly quick, down from the morning to the evening of the day before, when
 * there is something to miss, out of breath some hours before `until`, and since then gone (410), so that what is owed
 * waits until somebody resumes it. Nothing is sent.
 */
export function createReceiver(deliveries: DeliveryStore, until: number) {
  const goneAt = until - 6 * hour
  const downFrom = startOfDay(berlinDay(until - 24 * hour)) + 8 * hour
  /** Runs that messages are owed for. */
  const waiting = new Set<string>()

  function answer(at: number, position: number): { status: number; error: string | null; ms: number } {
    const random = seededRandom(position + at)
    const ms = Math.round(40 + 200 * random() ** 3)
    const down = at > downFrom && at < downFrom + 10 * hour
    if (down) return { status: 503, error: 'status 503', ms: 3000 + ms }
    const tired = at > goneAt - 25 * minute && happens(random, 0.7)
    if (tired || happens(random, 0.03)) return { status: 500, error: 'status 500', ms }
    return { status: 200, error: null, ms }
  }

  async function deliverRun(runId: string, now: number): Promise<void> {
    const request = { endpoint: endpointName, runId, now, leaseMs, stepAsideMs }
    let next: NextAttempt | undefined = await deliveries.beginAttempt(request)
    let free = 0
    while (next?.kind === 'attempt') {
      const { id, position, attempts, nextAttemptAt } = next.delivery
      const startedAt = Math.max(nextAttemptAt, free) + 15
      const { status, error, ms } = answer(startedAt, position)
      free = startedAt + ms
      const number = attempts + 1
      const outcome = outcomeOf({
        result: { delivered: error === null, status, error, retryAfter: null },
        attempt: number,
        schedule,
        now: free,
        random: seededRandom(position),
      })
      const attempt = { number, startedAt, durationMs: ms, httpStatus: status, error }
      next = await deliveries.finishAttempt(id, attempt, outcome, request)
    }
    if (next?.kind === 'idle') waiting.delete(runId)
  }

  /** The first message that is due then is told so. */
  async function stop(): Promise<void> {
    const tries = [goneAt + minute, until].flatMap((now) => [...waiting].map((runId) => ({ runId, now })))
    for (const { runId, now } of tries) {
      const request = { endpoint: endpointName, runId, now, leaseMs, stepAsideMs }
      const next = await deliveries.beginAttempt(request)
      if (next.kind !== 'attempt') continue
      const { id, attempts } = next.delivery
      const told = { startedAt: now, durationMs: 60, httpStatus: 410, error: 'status 410' }
      await deliveries.stop(endpointName, 'The receiver answered 410 Gone.', now)
      await deliveries.finishAttempt(
        id,
        { number: attempts + 1, ...told },
        { state: 'pending', nextAttemptAt: now },
      )
      return
    }
  }

  return {
    owe: (runIds: Iterable<string>) => {
      for (const runId of runIds) waiting.add(runId)
    },

    /** Makes every attempt that is due by an instant. */
    async deliver(now: number): Promise<void> {
      const upTo = Math.min(now, goneAt)
      await Promise.all([...waiting].map((runId) => deliverRun(runId, upTo)))
      if (now >= until) await stop()
    },
  }
}
