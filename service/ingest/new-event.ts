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
  const withClickIds = Object.keys(clickIds).length > 0
  return accepted.map((checked) => {
    const { event, funnel, answers } = checked
    const { facts, personal: form } = splitForm(funnel, answers)
    const personal: PersonalData = {
      ...(Object.keys(form).length > 0 && { form }),
      // `invalid` is not forwarded, so nothing ever asks for its click ids.
      ...(withClickIds && event.type !== 'invalid' && { clickIds }),
    }
    const clocks = {
      occurredAt: Date.parse(event.occurredAt),
      sentAt: Date.parse(around.envelope.sentAt),
      receivedAt: around.receivedAt,
    }
    return {
      id: event.id,
      type: event.type,
      funnel: event.funnel,
      funnelVersion: event.funnelVersion,
      runId: event.runId,
      sessionId: context.sessionId,
      step: event.step,
      ...clocks,
      at: correctTime(clocks),
      data:
        event.type === 'complete'
          ? { orderNumber: around.newOrderNumber(), priceCents: priceOf(funnel, answers) }
          : event.data,
      facts,
      meta,
      ...(Object.keys(personal).length > 0 && { personal }),
      fingerprint: fingerprint(around.fingerprintKey, checked),
      ...(event.type === 'complete' && { once: orderKey(event.runId) }),
    } as NewEvent
  })
}
