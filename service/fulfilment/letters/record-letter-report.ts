import type { Store } from '#db/ports/store.ts'
import { type LetterReport, decideLetterReport } from '#domain/orders/letter-report.ts'
import type { OrderDecision } from '#domain/orders/decide-order.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import type { RecordedReport } from '#service/orders/letter-routes.ts'

type ReportCode = Exclude<ReturnType<typeof decideLetterReport>['code'], 'append'>

interface ReportSettings {
  store: Pick<Store, 'log'>
  now: () => number
  /** Called after an event was committed. */
  onCommit: () => void
  /** Notifies operators, once per letter and reason, that they have to act at the letter service. */
  onAttention: (letter: { orderNumber: string; letterId: string; reason: string }) => Promise<void>
}

/**
 * Returns a function that records what the letter service reports. Reports name the letter by the order's id. A report
 * about a letter other than the one that is recorded for the order changes nothing, for example a report about a letter
 * that was cancelled and replaced.
 */
export function createReportRecorder({ store, now, onCommit, onAttention }: ReportSettings) {
  return async (report: LetterReport): Promise<RecordedReport> => {
    const found = report.id === undefined ? undefined : await findOrder(store.log, report.id)
    if (!found) return 'unknown-letter'
    const { letter, letterId, status, number: orderNumber } = found.order
    if (letterId !== null && letterId !== report.letterId) return 'unknown-letter'
    if (report.news.code === 'attention') {
      const { letterId: id, news } = report
      if (status === 'submitted') await onAttention({ orderNumber, letterId: id, reason: news.reason })
      return 'unchanged'
    }
    if (letter === 'none') return 'not-submitted'
    if (isOwnCancellation(report, found)) return 'unchanged'
    const decide = (order: Order): OrderDecision<ReportCode> => decideLetterReport(order, report)
    const outcome = await changeOrder(store.log, found, decide, { now: now() })
    if (outcome.code !== 'changed') return 'unchanged'
    onCommit()
    return 'changed'
  }
}

/**
 * Returns whether a letter was cancelled by this service, because a withdrawal was declared after the hand-over. The
 * letter is handed over again if the order goes on.
 */
function isOwnCancellation({ news }: LetterReport, { events }: Pick<FoundOrder, 'events'>): boolean {
  const declaredAt = events.findIndex(({ type }) => type === 'withdrawal_declared')
  const submittedAt = events.findLastIndex(({ type }) => type === 'submitted')
  return news.code === 'failed' && news.reason === 'cancelled' && submittedAt < declaredAt
}
