import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import type { LetterReport } from '#domain/orders/letter-report.ts'
import { hourMs } from '#domain/time/durations.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { findOrder } from '#service/orders/find-order.ts'
import type { RecordedReport } from '#service/orders/letter-routes.ts'
import type { LetterService, LetterState } from '#service/outbox/destinations/letter/letter-service.ts'

export interface QuerySettings {
  store: Pick<Store, 'log' | 'projections'>
  service: Pick<LetterService, 'status'>
  record: (report: LetterReport) => Promise<RecordedReport>
  now: () => number
  log: Logger
}

const pageSize = 50
const everyMs = hourMs
const timeoutMs = 30_000

/**
 * Starts a loop that asks the letter service every hour about the letters that were handed over and neither sent nor
 * failed. It finds out what a lost webhook would have reported.
 */
export function createLetterQueries({
  replicas,
  ...settings
}: QuerySettings & { replicas: PeriodicWork['replicas'] }): BackgroundLoop {
  const { now, log } = settings
  return startPeriodicWork({
    name: 'letter-queries',
    replicas,
    now,
    log,
    work: async (at) => {
      const next = await queryLetters(settings, at === begin ? undefined : at)
      return next === undefined ? { at: begin, inMs: everyMs } : { at: next, inMs: 0 }
    },
  })
}

/**
 * Asks about one page of letters. Returns the id of the order after which the next page starts; undefined after the last
 * page. A letter about which the service cannot be asked is skipped until the next round.
 */
export async function queryLetters(settings: QuerySettings, after?: string): Promise<string | undefined> {
  const { store, log } = settings
  const orders = await store.projections.ordersInStatus('submitted', pageSize, after)
  for (const { orderId, number } of orders)
    await queryLetter(settings, orderId).catch((error: unknown) =>
      log.error({ err: error, orderNumber: number }, 'the state of a letter could not be recorded'),
    )
  return orders.length === pageSize ? orders.at(-1)!.orderId : undefined
}

async function queryLetter(
  { store, service, record, now, log }: QuerySettings,
  orderId: string,
): Promise<void> {
  const { order } = (await findOrder(store.log, orderId)) ?? {}
  if (!order || order.letterId === null || order.letter !== 'submitted') return
  const status = await service.status(order.letterId, AbortSignal.timeout(timeoutMs))
  if (status.code !== 'known') return
  const { number: orderNumber, letterId } = order
  if (status.state === 'attention' || status.state === 'unknown')
    log.warn({ orderNumber, letterId, state: status.state }, 'a letter needs attention at the letter service')
  const news = newsOf[status.state]
  if (news) await record({ letterId, id: orderId, at: now(), news })
}

const newsOf: Partial<Record<LetterState, LetterReport['news']>> = {
  sent: { code: 'sent' },
  failed: { code: 'failed', reason: 'undeliverable' },
  cancelled: { code: 'failed', reason: 'cancelled' },
  attention: { code: 'attention', reason: 'attention' },
  // The letter was deleted at the service, for example by an operator, and is not posted.
  unknown: { code: 'attention', reason: 'unknown' },
}
