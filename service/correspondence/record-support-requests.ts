import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { decideSupportRequest } from '#domain/orders/decide-support-request.ts'
import { emailSchedule } from '#domain/outbox/schedule.ts'
import { findNumberedOrder } from '#service/orders/find-order.ts'
import { appendServiceEvents, serviceEvent } from '#service/orders/service-events.ts'
import type { Destination, SendResult } from '#service/outbox/destination.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'

/** The order that a visitor named in a message to support. */
export interface NamedOrder {
  /** Random id of the message. */
  request: string
  /** As typed. There need not be such an order. */
  orderNumber: string
}

interface SupportRecordSettings {
  store: Pick<Store, 'log' | 'people'>
  namedOrders: Pick<SealedOutbox<NamedOrder>, 'open'>
  now: () => number
  log: Logger
  /** Called after an event was committed. */
  onCommit: () => void
}

const recorded: SendResult = { code: 'delivered', status: null, error: null, retryAfter: null }

/**
 * Returns the outbox destination for the orders that messages to support name. It records the message in the log of the
 * order, from which experiments count orders with a request. This happens in the background, so that the response and its
 * time reveal nothing about orders.
 */
export function createSupportRecords(settings: SupportRecordSettings): Destination<NamedOrder> {
  return {
    name: 'support',
    label: 'order of a support request',
    schedule: emailSchedule,
    timeoutMs: 45_000,
    concurrency: 4,
    async prepare(row) {
      const message = settings.namedOrders.open(row)
      if (message) return { kind: 'ready', message }
      return { kind: 'impossible', code: 'dead', reason: 'its content cannot be decrypted' }
    },
    async send(named) {
      const outcome = await record(settings, named)
      settings.log.info({ outcome }, 'order of a support request processed')
      return recorded
    },
  }
}

/** Records the message once, however often it is delivered. */
async function record(
  { store, now, onCommit }: SupportRecordSettings,
  { request, orderNumber }: NamedOrder,
): Promise<'stored' | 'recorded' | 'too-many' | 'unknown-order'> {
  const found = await findNumberedOrder(store, orderNumber)
  if (!found) return 'unknown-order'
  const { order, complete, events } = found
  const decision = decideSupportRequest(events, request)
  if (decision !== 'append') return decision
  const data = { orderId: order.id, request }
  const event = serviceEvent('support_requested', `${order.id}:${request}`, data, complete, now())
  const [appended] = await appendServiceEvents(store.log, [event])
  if (!appended!.stored) return 'recorded'
  onCommit()
  return 'stored'
}
