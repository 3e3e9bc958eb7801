import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PageViewMessage } from '#domain/site/analytics-contract.ts'
import { postAnalytics } from './post-analytics.ts'

export interface PageViewRelay {
  /** Queues a page view for forwarding. Never waits and never throws. */
  enqueue(view: PageViewMessage): void
  /** Waits up to `withinMs` for queued views to be sent, then drops the rest. */
  stop(withinMs: number): Promise<void>
}

export interface RelaySettings {
  url: string
  log: Logger
  count: CountAnalytics
  /** Maximum number of queued views, by default 1000. Further views are dropped, to bound the memory use. */
  capacity?: number
}

export type CountAnalytics = (kind: 'page_view' | 'conversion', result: 'sent' | 'failed' | 'dropped') => void

const maxConcurrent = 4

/** Forwards page views from memory, without retries. Lost page views do no harm, because no report depends on them. */
export function createPageViewRelay({ url, log, count, capacity = 1000 }: RelaySettings): PageViewRelay {
  const interruption = new AbortController()
  const waiting: PageViewMessage[] = []
  const sending = new Set<Promise<void>>()
  let failing = false
  let stopped = false

  function report(error: string | null): void {
    count('page_view', error === null ? 'sent' : 'failed')
    // A log line is written when forwarding begins to fail and when it works again, not for each view.
    if (error !== null && !failing) log.warn({ error }, 'page views cannot be forwarded')
    if (error === null && failing) log.info('page views are forwarded again')
    failing = error !== null
  }

  async function sendQueued(): Promise<void> {
    for (let view = waiting.shift(); view; view = waiting.shift())
      report((await postAnalytics({ url, interrupted: interruption.signal }, view.id, view)).error)
  }

  return {
    enqueue(view) {
      if (stopped || waiting.length >= capacity) return count('page_view', 'dropped')
      waiting.push(view)
      if (sending.size >= maxConcurrent) return
      const worker = sendQueued().finally(() => sending.delete(worker))
      sending.add(worker)
    },
    async stop(withinMs) {
      stopped = true
      const finished = Promise.all(sending)
      await Promise.race([finished, sleep(withinMs, undefined, { ref: false })])
      for (const _ of waiting.splice(0)) count('page_view', 'dropped')
      interruption.abort()
      await finished
    },
  }
}
