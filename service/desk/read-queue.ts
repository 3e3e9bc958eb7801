import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { PrintedLetter } from '#db/ports/operator-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type DeskWork, deskWork, deskWorks, postingWorkingDays } from '#domain/desk/desk-work.ts'
import { type DeadMessage, type DeskQueue, type QueueRow, deskRows } from '#domain/desk/queue-contract.ts'
import { objectionPeriod } from '#domain/orders/decide-withdrawal.ts'
import { type Order, orderOf, progressOf } from '#domain/orders/evolve-order.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import { type OrderWork, orderWork, orderWorks } from '#domain/orders/order-work.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import { dayMs, isoTime } from '#domain/time/durations.ts'
import { afterWorkingDays } from '#domain/time/working-morning.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { type RequestSettings, countRequests } from './requests.ts'

export interface QueueSettings {
  store: Pick<Store, 'log' | 'operators' | 'outbox'>
  /** Opens the rows that operators close. */
  requests: RequestSettings['sealed']
  /** Returns the id of the order to which an e-mail belongs. If absent, only e-mails about events show their order. */
  orderOfEmail?: (row: OutboxRow) => Promise<string | undefined>
  /** True if a letter service prints and posts the letters. */
  letterService: boolean
  /** Time in ms between a payment and the hand-over of the letter. */
  submitAfterMs: number
  now: () => number
}

/** Time in ms within which a payment has to be returned, from the declaration of withdrawal or the failure. */
const refundPeriod = 14 * dayMs

/** Destinations whose dead messages operators see. Each destination shows at most this many. */
const watched = [
  'mail',
  'letters',
  'documents',
  'webhook',
  'withdrawals',
  'support',
  'conversions',
  'alerts',
] as const
const maxMessages = 25

/** Returns what operators have to do. Its cost does not depend on the number of orders that are done. */
export async function readQueue(settings: QueueSettings): Promise<DeskQueue> {
  const { store, requests, letterService, now } = settings
  const dead = await Promise.all(
    watched.map((destination) => store.outbox.list({ destination, state: 'dead', limit: maxMessages })),
  )
  return {
    asOf: isoTime(now()),
    letterService,
    groups: await readGroups(settings),
    messages: await Promise.all(dead.flat().map((row) => deadMessage(settings, row))),
    messageCount: await countDead(store),
    heldBack: await store.operators.heldBack(now()),
    requests: await countRequests({ store, sealed: requests }),
  }
}

interface FoundWork {
  found: FoundOrder
  work: DeskWork
  excluded: boolean
}

async function readGroups(settings: QueueSettings): Promise<DeskQueue['groups']> {
  const { store, letterService } = settings
  const counts = new Map((await store.operators.countWork()).map(({ work, count }) => [work, count]))
  const all = [...(await excludedWork(settings))]
  const counted = new Map<DeskWork, number>()
  for (const { work } of all) counted.set(work, (counted.get(work) ?? 0) + 1)
  for (const work of orderWorks.filter((one) => counts.has(one))) {
    const shown = deskWork(work, letterService)
    const rows = await store.operators.work({ work, limit: deskRows })
    const found = await Promise.all(rows.map(({ orderId }) => findOrder(store.log, orderId)))
    // The projection follows the log, so an order that an operator has just settled can still have its row.
    const current = found.flatMap((one) =>
      one && orderWork(progressOf(one.order)) === work ? [{ found: one, work: shown, excluded: false }] : [],
    )
    all.push(...current)
    counted.set(shown, (counted.get(shown) ?? 0) + counts.get(work)! - (found.length - current.length))
  }
  const prints = await store.operators.printed(
    all.filter(({ work }) => work === 'send').map(({ found }) => found.order.id),
  )
  const printed = new Map(prints.map((print) => [print.orderId, print]))
  return deskWorks.map((work) => {
    const rows = all
      .filter((one) => one.work === work)
      .map((one) => queueRow(settings, one, printed.get(one.found.order.id)))
      .toSorted((a, b) => Number(b.vip) - Number(a.vip) || (a.since < b.since ? -1 : 1))
      .slice(0, deskRows)
    const count = counted.get(work) ?? 0
    return { work, count, due: countDueRows(work, count, rows), rows }
  })
}

/** Returns orders of excluded runs with something to do. They have no row in the projections. */
async function excludedWork({ store, letterService }: QueueSettings): Promise<FoundWork[]> {
  const orders = await store.operators.excludedWork(deskRows)
  const found = await Promise.all(orders.map(({ orderId }) => findOrder(store.log, orderId)))
  return found.flatMap((one) => {
    const work = one && orderWork(progressOf(one.order))
    return one && work ? [{ found: one, work: deskWork(work, letterService), excluded: true }] : []
  })
}

function queueRow(
  settings: QueueSettings,
  { found, work, excluded }: FoundWork,
  printed: PrintedLetter | undefined,
): QueueRow {
  const { order } = found
  return {
    ...workTimes(found, work, settings),
    orderId: order.id,
    number: order.number,
    funnel: order.funnel,
    product: orderedProduct(order),
    vip: order.isVip,
    priceCents: order.priceCents,
    status: order.status,
    excluded,
    printed: printed ? { at: isoTime(printed.at), by: printed.operator } : null,
  }
}

type TimeSettings = Pick<QueueSettings, 'submitAfterMs' | 'now'>

/** Returns since when an operator has this work, and by when it has to be done. */
export function workTimes(found: FoundOrder, work: DeskWork, settings: TimeSettings) {
  const { since, dueAt, due } = timesOf[work](found, settings)
  return { work, since: isoTime(since), dueAt: dueAt === null ? null : isoTime(dueAt), due }
}

interface WorkTimes {
  since: number
  dueAt: number | null
  due: boolean
}

const timesOf: Record<DeskWork, (found: FoundOrder, settings: TimeSettings) => WorkTimes> = {
  decide: ({ order }) => {
    const since = order.declaredAt ?? order.orderedAt
    return { since, dueAt: since + objectionPeriod, due: needsDecision(order) }
  },
  // The period starts when the declaration was received (§ 357 Abs. 1 BGB).
  refund: ({ order }) => refundTimes(order.declaredAt ?? order.orderedAt),
  failed: (found) => refundTimes(lastOf(found, 'failed')),
  send: (found) => ({ since: lastOf(found, 'submitted'), dueAt: null, due: true }),
  posting: (found, { now }) => {
    const since = lastOf(found, 'submitted')
    const dueAt = afterWorkingDays(since, postingWorkingDays)
    return { since, dueAt, due: now() >= dueAt }
  },
  submit: ({ order }, { submitAfterMs, now }) => {
    const since = order.paidAt ?? order.orderedAt
    return { since, dueAt: since + submitAfterMs, due: now() >= since + submitAfterMs }
  },
}

function refundTimes(since: number): WorkTimes {
  return { since, dueAt: since + refundPeriod, due: true }
}

function lastOf({ events, order }: FoundOrder, type: 'failed' | 'submitted'): number {
  return events.findLast((event) => event.type === type)?.receivedAt ?? order.orderedAt
}

/** Kinds of work that operators can do as soon as an order has it. */
const alwaysDue: ReadonlySet<DeskWork> = new Set<OrderWork>(['refund', 'failed', 'send'])

/** Returns the number of orders with something to do now. Of the rows that are not shown, only certain ones count. */
function countDueRows(work: DeskWork, count: number, rows: readonly QueueRow[]): number {
  return alwaysDue.has(work) ? count : rows.filter(({ due }) => due).length
}

async function countDead({ outbox }: Pick<Store, 'outbox'>): Promise<number> {
  const counted = await outbox.countByState()
  const dead = counted.filter(
    ({ destination, state }) => state === 'dead' && watched.some((one) => one === destination),
  )
  return dead.reduce((sum, { count }) => sum + count, 0)
}

async function deadMessage({ store, orderOfEmail }: QueueSettings, row: OutboxRow): Promise<DeadMessage> {
  const { id, messageId, destination, eventType, runId, createdAt, finishedAt } = row
  const emailOrder = runId === null && destination === 'mail' ? await orderOfEmail?.(row) : undefined
  const found = emailOrder === undefined ? undefined : await findOrder(store.log, emailOrder)
  const events = runId === null ? (found?.events ?? []) : await store.log.readOrder(runId)
  const data = events.find((event) => event.id === messageId)?.data
  const attempts = (await store.outbox.get(id))?.attempts ?? []
  return {
    id,
    destination,
    eventType,
    document: data && 'document' in data ? data.document : null,
    ...orderIds(orderOf(events)),
    since: isoTime(finishedAt ?? createdAt),
    error: attempts.at(-1)?.error ?? null,
  }
}

function orderIds(order: Order | undefined): Pick<DeadMessage, 'orderId' | 'number'> {
  return order ? { orderId: order.id, number: order.number } : { orderId: null, number: null }
}

/** Returns the number of things in a queue that operators can do now. */
export function countDue({ groups, messageCount, requests }: DeskQueue): number {
  return groups.reduce((sum, { due }) => sum + due, 0) + messageCount + requests.count
}
