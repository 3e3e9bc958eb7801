import type { Store } from '#db/ports/store.ts'
import { confirmationContent } from '#domain/documents/confirmation-content.ts'
import type { ProviderContent } from '#domain/documents/content.ts'
import { cancellationContent } from '#domain/documents/invoice-content.ts'
import { letterContent } from '#domain/documents/letter-content.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Typesetter } from '#service/documents/typesetter.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import type { StatusLinks } from '#service/status/status-links.ts'
import type { AcceptedTexts, AcceptingOrder } from './accepted-texts.ts'
import { type Frozen, freezeDocument } from './freeze-document.ts'
import { invoiceOf } from './invoice-of.ts'
import { issueNumber } from './issue-number.ts'
import type { IssuedJournal } from '#service/journal/issued-journal.ts'

export interface DocumentSettings {
  store: Pick<Store, 'log' | 'vault' | 'documents'>
  typesetter: Pick<Typesetter, 'letter' | 'confirmation' | 'invoice'>
  journal: Pick<IssuedJournal, 'find' | 'note' | 'lastNumber'>
  statusLinks: Pick<StatusLinks, 'url'>
  provider: ProviderContent
  /** Returns the texts that were accepted with an order. */
  acceptedTexts: (order: AcceptingOrder) => Promise<AcceptedTexts>
  now: () => number
}

/**
 * Result of preparing the documents of an event:
 * - `prepared`: They are frozen.
 * - `unneeded`: There is nothing to prepare (any more), for example because the order was withdrawn or erased.
 * - `failed`: A document could not be typeset. `canRetry` is false if a retry fails too.
 */
export type Prepared =
  | { code: 'prepared' }
  | { code: 'unneeded'; reason: string }
  | { code: 'failed'; reason: string; canRetry: boolean }

const unneeded = (reason: string): Prepared => ({ code: 'unneeded', reason })
const erased = unneeded('the data of the order is erased')

/** Prepares the documents that follow from an event of an order. `event` is one of the events of `found`. */
export async function prepareDocuments(
  event: StoredEvent,
  found: FoundOrder,
  settings: DocumentSettings,
): Promise<Prepared> {
  switch (event.type) {
    case 'complete':
      return prepareConfirmation(found, settings)
    case 'paid':
      return prepareInvoice(event, found, settings)
    case 'amended':
      return prepareApplication(event, found, settings)
    case 'refunded':
      return prepareCancellation(found, settings)
    default:
      return unneeded(`no document follows from ${event.type}`)
  }
}

async function prepareConfirmation(found: FoundOrder, settings: DocumentSettings): Promise<Prepared> {
  const { store, provider, statusLinks, acceptedTexts, typesetter, now } = settings
  const { order, complete } = found
  const funnel = funnelByType(order.funnel)
  const { values } = await readOrderValues(store, found, complete.position)
  if (!funnel) return unneeded('its funnel no longer exists')
  const content = confirmationContent({
    provider,
    funnel,
    values,
    orderNumber: order.number,
    priceCents: order.priceCents,
    orderedAt: order.orderedAt,
    statusUrl: statusLinks.url(order.id, complete.receivedAt),
    texts: await acceptedTexts({ complete, funnel, values }),
  })
  if (!content) return erased
  const typeset = () => typesetter.confirmation(content)
  return resultOf(await freezeDocument(store, found, { kind: 'confirmation', typeset, now: now() }))
}

/** Gives the invoice its number, and then freezes the application, which the same e-mail contains, and the invoice. */
async function prepareInvoice(
  paid: StoredEvent,
  given: FoundOrder,
  settings: DocumentSettings,
): Promise<Prepared> {
  const { store, provider, typesetter, now } = settings
  // Without the name of the person billed there is no invoice, so the order must not take a number.
  if (!(await invoiceOf(store, given, { provider, number: '', issuedAt: 0 }))) return erased
  const issued = await issueNumber('invoice', given.order.id, settings)
  if (issued.code !== 'issued') return unneeded(`no invoice: ${issued.reason}`)
  const { number, issuedAt, found } = issued
  // The law requires the invoice of a paid order even if all other data of the order is erased.
  const application = await prepareApplication(paid, found, settings)
  if (application.code === 'failed') return application
  const content = await invoiceOf(store, found, { provider, number, issuedAt })
  if (!content) return erased
  const typeset = () => typesetter.invoice(content)
  return resultOf(await freezeDocument(store, found, { kind: 'invoice', typeset, now: now() }))
}

/**
 * Freezes the application as of an event. The payment causes version 1, and each later amendment the next version. An
 * amendment before the payment causes none.
 */
async function prepareApplication(
  event: StoredEvent,
  found: FoundOrder,
  { store, typesetter, now }: DocumentSettings,
): Promise<Prepared> {
  const { order, events } = found
  const paid = events.find(({ type }) => type === 'paid')
  if (!paid || paid.position > event.position) return unneeded('the order was not paid')
  const amendments = events.filter(
    ({ type, position }) => type === 'amended' && position > paid.position && position <= event.position,
  )
  const funnel = funnelByType(order.funnel)
  const { values, changedAt } = await readOrderValues(store, found, event.position)
  const content = funnel && letterContent({ funnel, values, orderNumber: order.number, signedAt: changedAt })
  if (!content) return erased
  const frozen = await freezeDocument(store, found, {
    kind: 'application',
    version: amendments.length + 1,
    typeset: () => typesetter.letter(content),
    now: now(),
  })
  return resultOf(frozen)
}

/** Cancels the invoice of a refunded order. */
async function prepareCancellation(given: FoundOrder, settings: DocumentSettings): Promise<Prepared> {
  const { store, journal, provider, typesetter, now } = settings
  const { id, invoiceNumber } = given.order
  if (invoiceNumber === null) return unneeded('the order has no invoice')
  const issued = await issueNumber('cancellation', id, settings)
  if (issued.code !== 'issued') return unneeded(`no cancellation invoice: ${issued.reason}`)
  const { found, number, issuedAt } = issued
  const invoiced = found.events.find(({ type }) => type === 'invoiced')!
  const invoicedAt = (await journal.find(`invoice:${id}`))?.at ?? invoiced.receivedAt
  const invoice = await invoiceOf(store, found, { provider, number: invoiceNumber, issuedAt: invoicedAt })
  if (!invoice) return erased
  const isChargeback = found.events.some(
    (event) => event.type === 'refunded' && event.data.by === 'chargeback',
  )
  const cancellation = cancellationContent(invoice, { number, issuedAt, isChargeback })
  const typeset = () => typesetter.invoice(cancellation)
  return resultOf(await freezeDocument(store, found, { kind: 'cancellation', typeset, now: now() }))
}

function resultOf(frozen: Frozen): Prepared {
  if (frozen.code === 'frozen') return { code: 'prepared' }
  if (frozen.code === 'gone') return erased
  const { code, reason } = frozen
  return { code: 'failed', reason: `not typeset: ${reason}`, canRetry: code === 'unavailable' }
}
