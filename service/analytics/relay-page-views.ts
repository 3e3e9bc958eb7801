import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PageViewMessage } from '#domain/site/analytics-contract.ts'
import { postAnalytics } from './post-analytics.ts'

export interface PageViewRelay {
  /** Takes a view to pass it on; never waits and never throws. */
  take(view: PageViewMessage): void
  /** Lets what is under way finish for so long, and gives the rest up. */
  stop(withinMs: number): Promise<void>
}

export interface RelaySettings {
  url: string
  log: Logger
  count: CountAnalytics
  /** Views that wait; more are dropped, because none of them is worth the memory of the service. */
  capacity?: number
}

export type CountAnalytics = (kind: 'page_view' | 'conversion', result: 'sent' | 'failed' | 'dropped') => void

const mostAtOnce = 4

/** Passes page views on, from memory and once each: one that is lost changes no count that matters. */
export function createPageViewRelay({ url, log, count, capacity = 1000 }: RelaySettings): PageViewRelay {
  const interruption = new AbortController()
  const waiting: PageViewMessage[] = []
  const underWay = new Set<Promise<void>>()
  let failing = false
  let stopped = false

  function settle(error: string | null): void {
    count('page_view', error === null ? 'sent' : 'failed')
    // A line at each change, not at each view.
    if (error !== null && !failing) log.warn({ error }, 'page views cannot be passed on')
    if (error === null && failing) log.info('page views are passed on again')
    failing = error !== null
  }

  async function work(): Promise<void> {
    for (let view = waiting.shift(); view; view = waiting.shift())
      settle((await postAnalytics({ url, interrupted: interruption.signal }, view.id, view)).error)
  }

  return {
    take(view) {
      if (stopped || waiting.length >= capacity) return count('page_view', 'dropped')
      waiting.push(view)
      if (underWay.size >= mostAtOnce) return
      const working = work().finally(() => underWay.delete(working))
      underWay.add(working)
    },
    async stop(withinMs) {
      stopped = true
      const finished = Promise.all(underWay)
      await Promise.race([finished, sleep(withinMs, undefined, { ref: false })])
      for (const _ of waiting.splice(0)) count('page_view', 'dropped')
      interruption.abort()
      await finished
    },
  }
}
