import type { KeyObject } from 'node:crypto'
import type { NewEvent, PersonalData } from '#db/ports/event-log.ts'
import { type EventMeta, correctTime } from '#domain/events/stored-event.ts'
import type { ClickId, Envelope } from '#domain/events/wire-events.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import { priceOf } from '#domain/forms/define-funnel.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import type { UserAgent } from '#service/http/read-user-agent.ts'
import type { AcceptedEvent } from './check-event.ts'
import { fingerprint } from './fingerprint.ts'
import { readTouches } from './read-touches.ts'

/** What all events of a request have in common. */
export interface EventContext {
  envelope: Envelope
  userAgent: UserAgent
  /** Time when the request was read, by the service's clock, in ms since the epoch. */
  receivedAt: number
  fingerprintKey: KeyObject | Uint8Array
  newOrderNumber: () => string
  /** Time from which orders may be confirmed by e-mail, in ms since the epoch; absent if they may be at once. */
  emailFrom?: number
}

/**
 * Returns a function that converts the checked events of a request into events for the log. Pass the events to this
 * function in their order. Facts and metadata become part of the event itself. Personal values are stored separately,
 * encrypted.
 */
export function newEventMaker(context: EventContext): (checked: AcceptedEvent) => NewEvent {
  const { envelope, receivedAt } = context
  const { touches, clickIds } = readTouches(envelope.context)
  // Touches (visits through a campaign) are stored only with the `start` and the `complete` of a run, because only
  // these two events are credited to campaigns.
  const bare = metaOf(context)
  const touched: EventMeta = { ...bare, touches }
  const ordered: EventMeta = { ...touched, ...platformsOf(envelope.context) }
  const sentAt = Date.parse(envelope.sentAt)
  const personalOf = personalDataMaker(clickIds)
  return (checked): NewEvent => {
    const { event, funnel, answers, texts } = checked
    const occurredAt = Date.parse(event.occurredAt)
    const { facts, personal: form } = splitForm(funnel, answers)
    const isOrder = event.type === 'complete'
    // Members are listed one by one, which is faster than spreading objects. This code runs for every event of every
    // request.
    const made: NewEvent = {
      id: event.id,
      type: event.type,
      funnel: event.funnel,
      funnelVersion: event.funnelVersion,
      runId: event.runId,
      sessionId: envelope.context.sessionId,
      step: event.step,
      occurredAt,
      sentAt,
      receivedAt,
      at: correctTime({ occurredAt, sentAt, receivedAt }),
      data: isOrder ? orderData(context, { priceCents: priceOf(funnel, answers), texts }) : event.data,
      facts,
      meta: isOrder ? ordered : event.type === 'start' ? touched : bare,
      fingerprint: fingerprint(context.fingerprintKey, checked),
    } as NewEvent
    const personal = personalOf(checked, form)
    if (!isEmpty(personal)) made.personal = personal
    if (isOrder) made.once = orderKey(event.runId)
    return made
  }
}

interface OrderFacts {
  priceCents: number
  texts: AcceptedEvent['texts']
}

function orderData({ newOrderNumber, emailFrom }: EventContext, { priceCents, texts }: OrderFacts) {
  return {
    orderNumber: newOrderNumber(),
    priceCents,
    ...(emailFrom !== undefined && { emailFrom }),
    ...(texts && { texts }),
  }
}

function metaOf({ envelope: { context }, userAgent }: EventContext): EventMeta {
  return {
    device: context.device,
    consent: context.consent,
    sessionStartedAt: Date.parse(context.sessionStartedAt),
    ...userAgent,
    touches: [],
  }
}

function platformsOf({ consent, consentPlatforms = [] }: Envelope['context']) {
  if (consent === 'none' || consentPlatforms.length === 0) return {}
  return { consentPlatforms: [...new Set(consentPlatforms)].toSorted() }
}

/**
 * Returns a function that picks the personal values of an event. If a request has several events of a run, only the
 * first one and the order get the click ids. Events of type `invalid` get none, because they are not forwarded.
 */
function personalDataMaker(clickIds: Partial<Record<ClickId, string>>) {
  const runsWithClickIds = new Set<string>()
  const none = isEmpty(clickIds)
  return ({ event }: AcceptedEvent, form: Record<string, unknown>): PersonalData => {
    const personal: PersonalData = {}
    if (!isEmpty(form)) personal.form = form
    if (none) return personal
    if (event.type === 'complete' || (event.type !== 'invalid' && !runsWithClickIds.has(event.runId))) {
      runsWithClickIds.add(event.runId)
      personal.clickIds = clickIds
    }
    return personal
  }
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false
  return true
}
