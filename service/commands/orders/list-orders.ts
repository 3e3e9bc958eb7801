import { orderedProduct } from '#domain/documents/ordered-product.ts'
import { isRefundDue } from '#domain/orders/decide-order.ts'
import { objectionPeriod } from '#domain/orders/decide-withdrawal.ts'
import { type Order, type OrderStatus, orderChanges } from '#domain/orders/evolve-order.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { type OrderCommand, type OrderTools, requireOrder, shownAmount, shownTime } from './order-command.ts'

/** Statuses in which an operator may have to act, most urgent first. */
const dueStatuses = ['withdrawal_declared', 'failed', 'withdrawn', 'submitted', 'paid'] as const

/** Returns the command that lists the orders with something to do. */
export const listOrders =
  (limit: number): OrderCommand =>
  async (tools) => {
    const lines: string[] = []
    for (const status of dueStatuses) lines.push(...(await dueIn(tools, status, limit)))
    lines.push(...(await excludedDue(tools, limit)))
    return lines.length > 0 ? lines.join('\n') : 'No order has anything to do.'
  }

const pageSize = 100

/** Returns a line for each order with this status that has something to do, at most `limit`. */
async function dueIn(
  { store, letterService }: OrderTools,
  status: OrderStatus,
  limit: number,
): Promise<string[]> {
  const lines: string[] = []
  for (let after: string | undefined; ;) {
    const rows =
      status === 'withdrawal_declared'
        ? await store.projections.declaredOrders(pageSize, after)
        : await store.projections.ordersInStatus(status, pageSize, after)
    for (const { orderId } of rows) {
      const order = (await findOrder(store.log, orderId))?.order
      const line = order && lineOf(order, letterService)
      if (line) lines.push(line)
      if (lines.length === limit) return lines
    }
    if (rows.length < pageSize) return lines
    after = rows.at(-1)!.orderId
  }
}

/** Returns the lines of orders of excluded runs. Those with a declared withdrawal are listed with the others. */
async function excludedDue({ store, letterService }: OrderTools, limit: number): Promise<string[]> {
  const lines: string[] = []
  for (const { orderId } of await store.operators.excludedWork(limit)) {
    const order = (await findOrder(store.log, orderId))?.order
    const line = order && order.status !== 'withdrawal_declared' && lineOf(order, letterService)
    if (line) lines.push(`${line}, its run is excluded`)
  }
  return lines
}

function lineOf(order: Order, letterService: boolean): string | undefined {
  const due = describeDue(order, letterService)
  const level = order.isVip ? ['VIP'] : []
  return due && [order.number, order.id, order.status, ...level, due].join('  ')
}

/** Returns what is to be done about an order; undefined if nothing is. */
function describeDue(order: Order, letterService: boolean): string | undefined {
  const { declaredAt, paymentId, paidAt, status, priceCents } = order
  if (status === 'withdrawal_declared' && declaredAt !== null) {
    const paid = paymentId === null ? 'not paid' : 'paid'
    const end = needsDecision(order)
      ? 'decide: withdraw or decline'
      : `withdrawn from ${shownTime(declaredAt + objectionPeriod)} unless the customer objects`
    return `${paid}  declared ${shownTime(declaredAt)}, ${end}`
  }
  if (isRefundDue(order)) return `refund ${shownAmount(priceCents)} of payment ${paymentId}`
  if (paidAt === null) return undefined
  const place = letterService ? 'letter at the letter service' : 'letter to be posted'
  if (status === 'submitted') return `paid ${shownTime(paidAt)}, ${place}`
  return status === 'paid' ? `paid ${shownTime(paidAt)}, letter to be handed over` : undefined
}

/** Returns the command that shows one order with its events, documents and e-mails. */
export const showOrder =
  (key: string): OrderCommand =>
  async (tools) => {
    const { order, complete, events } = await requireOrder(tools, key)
    const facts: [string, string][] = [
      ['order', `${order.number}, ${order.id}`],
      ['funnel', order.funnel],
      ['product', orderedProduct(order)],
      ['run', order.runId],
      ['price', `${order.priceCents} cents`],
      ['status', order.status],
      ['payment', order.paymentId ?? 'none'],
      ['ordered', shownTime(complete.receivedAt)],
      ['invoice', [order.invoiceNumber, order.cancellationNumber].filter(Boolean).join(', ') || 'none'],
      ['letter', [order.letter, order.letterId].filter(Boolean).join(', ')],
    ]
    const { store } = tools
    const documents = (await store.documents.list(order.runId)).map(
      ({ kind, version, pages, bytes }) => `document   ${kind} ${version}, ${pages} pages, ${bytes} bytes`,
    )
    const changes = events.filter(({ type }) => orderChanges.has(type)).map(describeChange)
    const emails = (await emailRows(tools, events)).map(
      ({ eventType, state, attempts }) => `e-mail     about ${eventType}: ${state}, ${attempts} attempts`,
    )
    return [
      ...facts.map(([name, text]) => `${name.padEnd(9)} ${text}`),
      ...changes,
      ...documents,
      ...emails,
    ].join('\n')
  }

/** Returns the messages of the order's e-mails, in the order of their events. */
export async function emailRows({ store }: OrderTools, events: readonly StoredEvent[]) {
  const rows = await store.outbox.at(
    'mail',
    events.map(({ position }) => position),
  )
  return rows.toSorted((a, b) => a.position - b.position)
}

function describeChange({ type, receivedAt, data }: StoredEvent): string {
  const by = 'by' in data && data.by ? `, by ${data.by}` : ''
  const reason = 'reason' in data ? `, ${data.reason}` : ''
  return `${shownTime(receivedAt)}  ${type}${by}${reason}`
}
