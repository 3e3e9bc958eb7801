import type { EventRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { ConversionMessage } from '#domain/site/analytics-contract.ts'
import { conversionExpiryMs, conversionSchedule } from '#domain/outbox/schedule.ts'
import { postAnalytics } from '#service/analytics/post-analytics.ts'
import type { CountAnalytics } from '#service/analytics/relay-page-views.ts'
import type { Destination } from '#service/outbox/destination.ts'
import { composeConversion } from './compose-conversion.ts'

export interface ConversionSettings {
  url: string
  store: Pick<Store, 'log' | 'vault'>
  now: () => number
  count: CountAnalytics
}

const counted = {
  delivered: 'sent',
  retry: 'failed',
  gone: 'failed',
  dead: 'dropped',
  discarded: undefined,
} as const

/**
 * Returns the destination that reports conversions to the analytics service. A conversion is reported in one message if
 * the visitor consented, and not at all otherwise.
 */
export function createConversions(settings: ConversionSettings): Destination<ConversionMessage> {
  const { url, store, now, count } = settings
  return {
    name: 'conversions',
    label: 'conversion',
    schedule: conversionSchedule,
    timeoutMs: 15_000,
    concurrency: 8,

    async prepare(row) {
      if (now() - row.createdAt > conversionExpiryMs) {
        count('conversion', 'dropped')
        return { kind: 'discarded', reason: 'the conversion is too old to be reported' }
      }
      const message = await composeConversion(store, row as EventRow)
      return message
        ? { kind: 'ready', message }
        : { kind: 'discarded', reason: 'there is no consent, or the person was erased' }
    },

    async send(message, signal, { messageId }) {
      const { delivered, status, error } = await postAnalytics(
        { url, interrupted: signal },
        messageId,
        message,
      )
      // A 410 response is retried like any other failure. It must not stop this destination, because operators can
      // resume only the webhook.
      return { code: delivered ? 'delivered' : 'retry', status, error, retryAfter: null }
    },

    onOutcome(code) {
      const result = counted[code]
      if (result) count('conversion', result)
    },
  }
}
