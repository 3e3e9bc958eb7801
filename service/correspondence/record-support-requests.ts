import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { decideSupportRequest } from '#domain/orders/decide-support-request.ts'
import { emailSchedule } from '#domain/outbox/schedule.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { hourMs, minuteMs } from '#domain/time/durations.ts'
import { type FoundOrder, findNumberedOrder } from '#service/orders/find-order.ts'
import { appendServiceEvents, serviceEvent } from '#service/orders/service-events.ts'
import type { Destination, SendResult } from '#service/outbox/destination.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'

/** The order that a visitor named in a message to support. */
export interface NamedOrder {
  /** As typed. There need not be such an order. */
  orderNumber: string
}

/** The order that has the number; undefined if there is none. */
type SearchedOrder = FoundOrder | undefined

interface SupportRecordSettings {
  store: Pick<Store, 'log' | 'people' | 'projections'>
  namedOrders: Pick<SealedOutbox<NamedOrder>, 'open'>
  now: () => number
  log: Logger
  /** Called after an event was committed. */
  onCommit: () => void
}

/** Time in ms for which an unknown number is looked up again: orders are found only once they are projected. */
const lookUpForMs = hourMs
const minRetryMs = 10_000

const recorded: SendResult = { code: 'delivered', status: null, error: null, retryAfter: null }

/**
 * Returns the outbox destination for the orders that messages to support name. It records the message in the log of the
 * order, from which experiments count orders with a request. This happens in the background, so that the response and its
 * time reveal nothing about orders.
 */
export function createSupportRecords(settings: SupportRecordSettings): Destination<SearchedOrder> {
  const { store, namedOrders, now, log } = settings
  return {
    name: 'support',
    label: 'order of a support request',
    schedule: emailSchedule,
    timeoutMs: 45_000,
    concurrency: 4,
    async prepare(row) {
      const named = namedOrders.open(row)
      if (!named) return { kind: 'impossible', code: 'dead', reason: 'its content cannot be decrypted' }
      if (await isBeforeRebuild(store)) return { kind: 'postponed', until: now() + minuteMs }
      const message = await findNumberedOrder(store, named.orderNumber)
      const age = now() - row.createdAt
      if (message || age >= lookUpForMs) return { kind: 'ready', message }
      return { kind: 'postponed', until: now() + Math.max(minRetryMs, age) }
    },
    async send(found, _signal, { messageId }) {
      const outcome = found ? await record(settings, found, messageId) : 'unknown-order'
      log.info({ outcome }, 'order of a support request processed')
      return recorded
    },
  }
}

/**
 * Returns whether a process of an earlier version may still project the events. It would not know this type of event,
 * and would exclude the run.
 */
async function isBeforeRebuild({ projections }: Pick<Store, 'projections'>): Promise<boolean> {
  const { checkpoint, format } = await projections.live()
  return checkpoint > 0 && format < runStateFormat
}

/**
 * Records the message once, however often it is delivered. `request` is the id of the outbox row. The ids of the message
 * and of its e-mails do not follow from it, so the log, which is kept, does not lead to them.
 */
async function record(
  { store, now, onCommit }: SupportRecordSettings,
  { order, complete, events }: FoundOrder,
  request: string,
): Promise<'stored' | 'recorded' | 'too-many'> {
  const decision = decideSupportRequest(events, request)
  if (decision !== 'append') return decision
  const data = { orderId: order.id, request }
  const event = serviceEvent('support_requested', `${order.id}:${request}`, data, complete, now())
  const [appended] = await appendServiceEvents(store.log, [event])
  if (!appended!.stored) return 'recorded'
  onCommit()
  return 'stored'
}
