import type { ContentRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type DeskQueue, deskRows, requestKinds } from '#domain/desk/queue-contract.ts'
import type { DeskRequest, DeskRequests } from '#domain/desk/request-contract.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { RequestContent } from '#service/correspondence/emails.ts'
import { concernOf } from '#service/emails/support/support-emails.ts'
import { findOrder } from '#service/orders/find-order.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'

// Rows that operators close: support requests, declarations of withdrawal and payments. No process delivers them. Each is
// pending until an operator closes it, which removes its content.

export interface RequestSettings {
  store: Pick<Store, 'outbox' | 'log'>
  sealed: Pick<SealedOutbox<RequestContent>, 'open'>
}

/** Returns the oldest open requests. `unreadable` is the number of those that cannot be decrypted. */
export async function openRequests(settings: RequestSettings): Promise<DeskRequests> {
  const rows = await settings.store.outbox.contents('requests', 0, deskRows)
  const requests = await Promise.all(rows.map((row) => showRequest(settings, row)))
  const shown = requests.filter((one) => one !== undefined)
  return { requests: shown, unreadable: rows.length - shown.length }
}

/** Returns the number of open requests, and the kinds of the oldest ones. */
export async function countRequests({ store, sealed }: RequestSettings): Promise<DeskQueue['requests']> {
  const counted = await store.outbox.countByState()
  const open = counted.find(({ destination, state }) => destination === 'requests' && state === 'pending')
  const rows = open ? await store.outbox.contents('requests', 0, deskRows) : []
  const kinds = rows.map((row) => kindOf(sealed.open(row)))
  return {
    count: open?.count ?? 0,
    oldest: rows[0] ? isoTime(rows[0].createdAt) : null,
    kinds: requestKinds
      .map((kind) => ({ kind, count: kinds.filter((one) => one === kind).length }))
      .filter(({ count }) => count > 0),
  }
}

function kindOf(content: RequestContent | undefined): DeskRequest['kind'] | undefined {
  if (!content) return undefined
  if ('request' in content) return 'support'
  return 'declaration' in content ? 'declaration' : 'payment'
}

async function showRequest(
  { store, sealed }: RequestSettings,
  row: ContentRow,
): Promise<DeskRequest | undefined> {
  const content = sealed.open(row)
  if (!content) return undefined
  const { id } = row
  if ('request' in content) {
    const { anliegen, orderNumber = '', ...written } = content.request
    const receivedAt = isoTime(row.createdAt)
    return { kind: 'support', id, receivedAt, ...written, concern: concernOf(anliegen), orderNumber }
  }
  if ('declaration' in content) {
    const { declaration, receivedAt, outcome, orderId } = content
    const order = await orderFacts(store, orderId)
    return { kind: 'declaration', id, receivedAt: isoTime(receivedAt), outcome, ...order, ...declaration }
  }
  const { orderId, ...payment } = content.payment
  const order = await orderFacts(store, orderId)
  return { kind: 'payment', id, receivedAt: isoTime(row.createdAt), ...payment, code: content.code, ...order }
}

async function orderFacts({ log }: Pick<Store, 'log'>, orderId: string | undefined) {
  const found = orderId === undefined ? undefined : await findOrder(log, orderId)
  return { orderId: found?.order.id ?? null, number: found?.order.number ?? null }
}

/** Returns the order that an open request is about; undefined if there is no such open request. */
export async function findRequest(
  { store, sealed }: RequestSettings,
  id: number,
): Promise<{ orderId: string | null } | undefined> {
  const [row] = await store.outbox.contents('requests', id - 1, 1)
  if (row?.id !== id) return undefined
  const content = sealed.open(row)
  if (!content || 'request' in content) return { orderId: null }
  return { orderId: ('payment' in content ? content.payment.orderId : content.orderId) ?? null }
}

/** Closes an open request and thereby removes its content. Returns false if there is no such open request. */
export async function closeRequest(
  { store, now }: { store: Pick<Store, 'outbox'>; now: () => number },
  id: number,
): Promise<boolean> {
  const found = await store.outbox.get(id)
  if (found?.row.destination !== 'requests' || found.row.state !== 'pending') return false
  const attempt = { number: 1, startedAt: now(), durationMs: 0, status: null, error: null }
  await store.outbox.finish(found.row, attempt, { state: 'delivered' })
  return true
}
