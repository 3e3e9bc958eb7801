import type { Store } from '#db/ports/store.ts'
import { readAuditDetail } from '#domain/desk/audit-detail.ts'
import { type DeskCommand, commandNames } from '#domain/desk/desk-contract.ts'
import { deskWork } from '#domain/desk/desk-work.ts'
import type { DeskOrder, TimelineEntry } from '#domain/desk/order-contract.ts'
import type { EnclosedProof } from '#domain/documents/enclosed-proofs.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { stepSections } from '#domain/forms/summary-sections.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { decideSubmission } from '#domain/orders/decide-order.ts'
import { decideDecline, declineReasons } from '#domain/orders/decide-withdrawal.ts'
import { type Order, progressOf } from '#domain/orders/evolve-order.ts'
import { orderWork } from '#domain/orders/order-work.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { decideCommand } from '#service/orders/operator-commands.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import { needsPages } from './proof-pages.ts'
import { workTimes } from './read-queue.ts'

export interface ShownOrderSettings {
  store: Pick<Store, 'log' | 'vault' | 'uploads' | 'documents' | 'outbox' | 'operators' | 'exclusions'>
  unpaid: RetentionPeriod
  submitAfterMs: number
  letterService: boolean
  now: () => number
}

const maxAudit = 100
const destinations = ['mail', 'documents', 'letters', 'webhook'] as const

/** Returns everything that operators see about an order. */
export async function showOrder(settings: ShownOrderSettings, found: FoundOrder): Promise<DeskOrder> {
  const { store, unpaid, now } = settings
  const { order, complete, events } = found
  const { values, facts, email, uploads } = await readOrderValues(store, found)
  const funnel = funnelByType(order.funnel)
  const messages = await messagesOf(store, events)
  return {
    orderId: order.id,
    number: order.number,
    funnel: order.funnel,
    product: orderedProduct(order),
    vip: order.isVip,
    priceCents: order.priceCents,
    status: shownStatus(order, unpaid, now()),
    business: complete.facts['unternehmer'] === true || facts['unternehmer'] === true,
    excluded: (await store.exclusions.find(order.runId)) !== undefined,
    todo: todoOf(settings, found),
    email: email ?? null,
    sections: funnel ? sectionsOf(funnel, values) : [],
    timeline: events.filter(({ type }) => type !== 'start').map(timelineEntry),
    documents: (await store.documents.list(order.runId)).map((one) => ({
      kind: one.kind,
      version: one.version,
      pages: one.pages,
      bytes: one.bytes,
      frozenAt: isoTime(one.frozenAt),
    })),
    proofs: await proofsOf(settings, order, uploads),
    messages,
    audit: (await store.operators.auditOf(order.id, maxAudit)).map(({ at, operator, action, detail }) => ({
      at: isoTime(at),
      operator,
      action,
      ...readAuditDetail(action, detail),
    })),
    commands: possibleCommands(settings, order, messages),
    declineReasons: possibleReasons(order),
  }
}

function sectionsOf(funnel: Funnel, values: FieldValues): DeskOrder['sections'] {
  return funnel.steps
    .flatMap((step) => stepSections(step, values, 'page'))
    .map(({ title, fields }) => ({
      title,
      values: fields
        .filter(({ kind }) => kind !== 'files' && kind !== 'consent')
        .map((field) => ({ label: field.label, value: showValue(field, values).join('\n') })),
    }))
    .filter((section) => section.values.length > 0)
}

const documentOf = (data: StoredEvent['data']) => ('document' in data ? data.document : null)

/** Returns an event without personal data, which the log does not contain. */
function timelineEntry({ type, receivedAt, data }: StoredEvent): TimelineEntry {
  return {
    at: isoTime(receivedAt),
    type,
    document: documentOf(data),
    version: 'version' in data ? data.version : null,
    number: 'number' in data ? data.number : null,
    cents: 'amountCents' in data ? data.amountCents : null,
    reason: 'reason' in data ? data.reason : null,
    by: ('by' in data && data.by) || null,
    postedOn: ('postedOn' in data && data.postedOn) || null,
    letterId: 'letterId' in data ? data.letterId : null,
  }
}

function todoOf(settings: ShownOrderSettings, found: FoundOrder): DeskOrder['todo'] {
  const work = orderWork(progressOf(found.order))
  return work && workTimes(found, deskWork(work, settings.letterService), settings)
}

async function proofsOf(
  { store }: ShownOrderSettings,
  { runId }: Order,
  enclosed: readonly EnclosedProof[],
): Promise<DeskOrder['proofs']> {
  const titles = new Map(enclosed.map(({ uploadId, title }) => [uploadId, title]))
  const uploads = (await store.uploads.list(runId)).filter(({ id }) => titles.has(id))
  return Promise.all(
    uploads.map(async (upload) => {
      const { id, filename, mimeType, size } = upload
      const pages = await needsPages(store.uploads, upload)
      return { id, title: titles.get(id)!, filename, mimeType, size, pages }
    }),
  )
}

async function messagesOf({ outbox }: Pick<Store, 'outbox'>, events: readonly StoredEvent[]) {
  const positions = events.map(({ position }) => position)
  const documents = new Map(events.map(({ position, data }) => [position, documentOf(data)]))
  const rows = await Promise.all(destinations.map((destination) => outbox.at(destination, positions)))
  return rows
    .flat()
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, messageId, position, destination, eventType, state, attempts }) => {
      const document = documents.get(position) ?? null
      return { id, messageId, destination, eventType, document, state, attempts }
    })
}

/** Example of each command, with which `possibleCommands` asks whether the command would be accepted. */
const examples: Record<string, Exclude<DeskCommand, { command: 'submit' | 'resend' | 'decline' }>> = {
  sent: { command: 'sent' },
  failed: { command: 'failed', reason: 'other' },
  refunded: { command: 'refunded' },
  withdraw: { command: 'withdraw' },
  revoke: { command: 'revoke' },
}

/** Returns the reasons for which a declared withdrawal can be declined now. */
function possibleReasons(order: Order): DeskOrder['declineReasons'] {
  return declineReasons.filter((reason) => decideDecline(order, reason).code === 'append')
}

function possibleCommands(
  { submitAfterMs, now }: ShownOrderSettings,
  order: Order,
  messages: DeskOrder['messages'],
): DeskOrder['commands'] {
  return commandNames.filter((name) => {
    if (name === 'submit')
      return decideSubmission(order, { letterId: order.id, submitAfterMs, now: now() }).code === 'append'
    if (name === 'resend')
      return messages.some(({ destination, state }) => {
        return destination === 'mail' && (state === 'dead' || state === 'delivered')
      })
    if (name === 'decline') return possibleReasons(order).length > 0
    return decideCommand(order, examples[name]!, now()).code === 'append'
  })
}
