import type { KeyObject } from 'node:crypto'
import type { NewEvent, PersonalData } from '#db/event-log.ts'
import { splitForm } from '#domain/check-form.ts'
import type { Envelope } from '#domain/events.ts'
import { priceOf } from '#domain/funnels/define-funnel.ts'
import { correctTime } from '#domain/stored-event.ts'
import type { AcceptedEvent } from './check-event.ts'
import { fingerprint } from './fingerprint.ts'
import { readTouches } from './read-touches.ts'
import type { UserAgent } from './read-user-agent.ts'

/** Once-key of a run's order: whatever comes later, the first `complete` stays the order. */
export const orderKey = (runId: string) => `order:${runId}`

export interface Circumstances {
  envelope: Envelope
  userAgent: UserAgent
  /** The service's clock when the request was read. */
  receivedAt: number
  fingerprintKey: KeyObject | Uint8Array
  newOrderNumber: () => string
}

/** Makes of a request's checked events what the log stores: facts and circumstances here, personal values apart. */
export function newEvents(accepted: readonly AcceptedEvent[], around: Circumstances): NewEvent[] {
  const { context } = around.envelope
  const { touches, clickIds } = readTouches(context.attribution)
  const meta = {
    device: context.device,
    consent: context.consent,
    sessionStartedAt: Date.parse(context.sessionStartedAt),
    ...around.userAgent,
    touches,
  }
  const sentAt = Date.parse(around.envelope.sentAt)
  const { receivedAt } = around
  return accepted.map((checked): NewEvent => {
    const { event, funnel, answers } = checked
    const occurredAt = Date.parse(event.occurredAt)
    const { facts, personal: form } = splitForm(funnel, answers)
    const isOrder = event.type === 'complete'
    const made: NewEvent = {
      id: event.id,
      type: event.type,
      funnel: event.funnel,
      funnelVersion: event.funnelVersion,
      runId: event.runId,
      sessionId: context.sessionId,
      step: event.step,
      occurredAt,
      sentAt,
      receivedAt,
      at: correctTime({ occurredAt, sentAt, receivedAt }),
      data: isOrder
        ? { orderNumber: around.newOrderNumber(), priceCents: priceOf(funnel, answers) }
        : event.data,
      facts,
      meta,
      fingerprint: fingerprint(around.fingerprintKey, checked),
    } as NewEvent
    const personal: PersonalData = {}
    if (!isEmpty(form)) personal.form = form
    // `invalid` is not forwarded, so nothing ever asks for its click ids.
    if (!isEmpty(clickIds) && event.type !== 'invalid') personal.clickIds = clickIds
    if (!isEmpty(personal)) made.personal = personal
    if (isOrder) made.once = orderKey(event.runId)
    return made
  })
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false
  return true
}
