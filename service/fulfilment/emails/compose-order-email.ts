import type { DocumentStore } from '#db/ports/document-store.ts'
import type { Store } from '#db/ports/store.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import type { IssuedJournal, IssuedKey } from '#service/journal/issued-journal.ts'
import { findOrderOfRun } from '#service/orders/find-order.ts'
import { type OrderValues, readOrderValues } from '#service/orders/order-values.ts'
import type { Attachment } from '#service/outbox/destinations/mail/email-content.ts'
import type {
  ComposeOrderEmail,
  ComposedOrderEmail,
  OrderEmailRequest,
} from '#service/outbox/destinations/mail/order-email-request.ts'
import type { StatusLinks } from '#service/status/status-links.ts'
import {
  type AttachedDocument,
  type EmailContext,
  type NoEmail,
  type OrderEmail,
  eventsOf,
} from './order-email.ts'
import { declined, letterFailed, letterSent, revoked, withdrawn } from './outcome-emails.ts'
import { documentEmail, refundWithoutInvoice, reminder } from './payment-emails.ts'

export interface OrderEmailSettings {
  store: Pick<Store, 'log' | 'vault'>
  documents: Pick<DocumentStore, 'read'>
  journal: Pick<IssuedJournal, 'find'>
  compose: ComposeEmail
  links: Pick<StatusLinks, 'url'>
  submitAfterMs: number
  unpaid: RetentionPeriod
  now: () => number
}

/**
 * Returns a function that composes the e-mail about an event of an order, with the documents that were frozen for it.
 */
export function createOrderEmails(settings: OrderEmailSettings): ComposeOrderEmail {
  const { store, journal, compose } = settings
  return async (request) => {
    const loaded = await load(settings, request)
    if ('reason' in loaded) return discarded(loaded.reason)
    const { event, context, values } = loaded
    const drafted =
      event.type === 'amended' ? await confirmedAgain(store, event, context) : draftOf(event, context)
    if ('reason' in drafted) return discarded(drafted.reason)
    // After a restore, the payment can be missing from the log.
    if (event.type === 'complete' && (await journal.find(`invoice:${context.order.id}`)))
      return discarded('the order has an invoice in the journal, so it was paid')
    const { notBefore = 0 } = drafted
    if (notBefore > context.now && !request.isRepeat) return { code: 'later', until: notBefore }
    const to = drafted.to ?? values.email
    if (to === undefined) return discarded('the e-mail address is erased')
    const attachments = await readAttachments(settings, context.order, drafted.attached ?? [])
    if (!attachments) return discarded('a document is no longer stored')
    return {
      code: 'email',
      key: keyOf(context.order, drafted),
      orderId: context.order.id,
      email: compose(to, drafted.draft),
      attachments,
      ...(drafted.limited && { limited: drafted.limited }),
    }
  }
}

/**
 * Returns the confirmation of an unpaid order once more, if the customer has corrected the e-mail address after it was
 * prepared. After the payment, the changed application is sent to the corrected address anyway.
 */
async function confirmedAgain(
  store: OrderEmailSettings['store'],
  event: StoredEvent,
  context: EmailContext,
): Promise<OrderEmail | NoEmail> {
  const { found } = context
  const before = await readOrderValues(store, found, event.position - 1)
  const after = await readOrderValues(store, found, event.position)
  const prepared = eventsOf(found, 'prepared').find(({ data }) => data.document === 'confirmation')
  const isPaid = eventsOf(found, 'paid').some(({ position }) => position < event.position)
  if (before.email === after.email || isPaid)
    return { reason: 'the e-mail address is unchanged, or the order is paid' }
  if (!prepared || prepared.position > event.position) return { reason: 'the confirmation follows' }
  const email = documentEmail(context, prepared)
  return 'reason' in email ? email : { ...email, version: event.receivedAt }
}

interface LoadedEvent {
  event: StoredEvent
  context: EmailContext
  values: OrderValues
}

async function load(
  { store, links, submitAfterMs, unpaid, now }: OrderEmailSettings,
  { eventId }: OrderEmailRequest,
): Promise<LoadedEvent | NoEmail> {
  const event = await store.log.find({ id: eventId })
  const found = event && (await findOrderOfRun(store.log, event.runId))
  if (!found) return { reason: 'the order is unknown' }
  const { order } = found
  const values = await readOrderValues(store, found)
  const facts = {
    number: order.number,
    product: orderedProduct(order),
    priceCents: order.priceCents,
    orderedAt: order.orderedAt,
    // Not the current time: all attempts to send the e-mail have the same content.
    statusUrl: links.url(order.id, event.receivedAt),
  }
  const isBusiness = isBusinessOrder(values.facts)
  const context = { found, order, facts, isBusiness, submitAfterMs, unpaid, now: now() }
  return { event, context, values }
}

/** Returns the e-mail about an event. The caller handles `amended`, which needs the values of the order. */
function draftOf(event: StoredEvent, context: EmailContext): OrderEmail | NoEmail {
  switch (event.type) {
    case 'complete':
      return reminder(context)
    case 'prepared':
      return documentEmail(context, event)
    case 'sent':
      return letterSent(context, event)
    case 'failed':
      return letterFailed(context, event)
    case 'refunded':
      return refundWithoutInvoice(context, event)
    case 'withdrawn':
      return withdrawn(context, event)
    case 'withdrawal_revoked':
      return revoked(context, event)
    case 'withdrawal_declined':
      return declined(context, event)
    default:
      return { reason: `no e-mail is sent about ${event.type}` }
  }
}

function keyOf({ id }: Order, { kind, version }: Pick<OrderEmail, 'kind' | 'version'>): IssuedKey {
  return `email:${id}:${version === undefined ? kind : `${kind}:${version}`}`
}

/** Returns the frozen documents, or undefined if one of them was erased. */
async function readAttachments(
  { documents }: Pick<OrderEmailSettings, 'documents'>,
  { runId }: Order,
  attached: readonly AttachedDocument[],
): Promise<Attachment[] | undefined> {
  const attachments: Attachment[] = []
  for (const { kind, version, filename } of attached) {
    const content = await documents.read({ runId, kind, version })
    if (!content) return undefined
    attachments.push({ filename, contentType: 'application/pdf', content })
  }
  return attachments
}

const discarded = (reason: string): ComposedOrderEmail => ({ code: 'discarded', reason })
