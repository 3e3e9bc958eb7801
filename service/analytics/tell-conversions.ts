import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Job, conversionQueue } from '#db/queue.ts'
import type { Store } from '#db/store.ts'
import { startLoop } from '#service/background-loop.ts'
import { composeConversion } from './compose-conversion.ts'
import { postAnalytics } from './post-analytics.ts'
import type { CountAnalytics } from './relay-page-views.ts'

/** Longer than an attempt may take. */
const leaseMs = 25_000
const mostAtOnce = 8
const firstWaitMs = 15_000
const longestWaitMs = 2 * 3600 * 1000
/** An advertiser wants no conversion that is older. */
const giveUpAfterMs = 3 * 24 * 3600 * 1000

export interface ConversionSettings {
  url: string
  store: Pick<Store, 'log' | 'vault' | 'queue'>
  now: () => number
  log: Logger
  count: CountAnalytics
  pollMs?: number
}

export interface ConversionTeller {
  /** Jobs were put. */
  wake(): void
  /** Lets an attempt finish for so long; one that is broken off is made again when its lease runs out. */
  stop(withinMs: number): Promise<void>
}

/**
 * Tells the analytics service of conversions. The projections put one job for each `converted` event, in the transaction
 * of their checkpoint; it is done when the receiver has answered, so a killed process loses none. A failed attempt waits
 * as long again as the conversion is old: no count of attempts is needed, and the job holds nothing but the order's id.
 */
export function startConversionTeller(settings: ConversionSettings): ConversionTeller {
  const { url, store, now, log, count, pollMs = 1000 } = settings
  const interruption = new AbortController()

  async function work(): Promise<boolean> {
    const jobs = await store.queue.claim(conversionQueue, now(), leaseMs, mostAtOnce)
    await Promise.all(jobs.map(serve))
    return jobs.length === mostAtOnce
  }

  async function serve(job: Job): Promise<void> {
    const owed = await composeConversion(store, job.key)
    const target = { url, interrupted: interruption.signal }
    const error = owed && (await postAnalytics(target, owed.id, owed.message))
    if (error !== undefined && interruption.signal.aborted) return
    const again = owed && error !== undefined ? nextAttempt(job, owed.at, error) : undefined
    // Before this job is done with: a process that ends in between leaves one too many, never none.
    if (again !== undefined) await store.queue.put([{ ...job, runAt: again }])
    await store.queue.done(job)
    if (owed && error === undefined) count('conversion', 'sent')
  }

  /** When to try again; undefined when it is given up. */
  function nextAttempt({ key: orderId }: Job, since: number, error: string): number | undefined {
    const age = now() - since
    const line = { orderId, error }
    if (age > giveUpAfterMs) {
      count('conversion', 'dropped')
      log.error(line, 'a conversion was not told and is given up')
      return undefined
    }
    count('conversion', 'failed')
    const at = now() + Math.min(Math.max(age, firstWaitMs), longestWaitMs)
    log.warn({ ...line, nextAttemptAt: new Date(at).toISOString() }, 'a conversion could not be told')
    return at
  }

  const loop = startLoop({ name: 'conversions', work, pollMs, log })
  return {
    wake: () => loop.wake(),
    async stop(withinMs) {
      const finished = loop.stop()
      await Promise.race([finished, sleep(withinMs, undefined, { ref: false })])
      interruption.abort()
      await finished
    },
  }
}
