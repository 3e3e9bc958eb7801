import type { RejectedContent } from '#db/ports/event-log.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { WireEvent } from '#domain/events/wire-events.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { mendableCodes } from '#domain/reports/rejections/compute.ts'
import type { RejectedFacts, RejectedValues } from '#service/rejections/read-content.ts'
import type { RejectedEvent } from './check-event.ts'
import type { EventContext } from './new-event.ts'

// The content of a rejected event is what a replay needs to repeat the request. Facts are stored in clear. The other
// values and `data`, which can contain unknown names, are sealed.

/** Types of events that are replayed. An `email` or a `complete` is not: no order may follow from a replay. */
const replayedTypes = ['step', 'invalid', 'abandon'] as const
type ReplayedType = (typeof replayedTypes)[number]

/** Returns the content of a rejected event, or undefined if no event like it is ever replayed. */
export function contentOfRejected(
  { event, issues, funnel: type }: Pick<RejectedEvent, 'event' | 'issues' | 'funnel'>,
  { envelope, userAgent }: Pick<EventContext, 'envelope' | 'userAgent'>,
): RejectedContent | undefined {
  const funnel = type === null ? undefined : funnelByType(type)
  if (!event || !funnel || !isReplayed(event) || issues.some(({ code }) => !mendableCodes.has(code)))
    return undefined
  const { device, consent, sessionId, sessionStartedAt } = envelope.context
  const { facts: form, rest } = split(funnel, event.form ?? {})
  const facts: RejectedFacts = {
    funnelVersion: event.funnelVersion,
    step: event.step,
    occurredAt: isoTime(Date.parse(event.occurredAt)),
    sentAt: isoTime(Date.parse(envelope.sentAt)),
    context: { sessionId, sessionStartedAt: isoTime(Date.parse(sessionStartedAt)), device, consent },
    userAgent,
    form,
  }
  const values: RejectedValues = { data: event.data, ...(event.form && { form: rest }) }
  return {
    runId: event.runId,
    eventId: event.id,
    facts: JSON.stringify(facts),
    values: JSON.stringify(values),
  }
}

function isReplayed(event: WireEvent): event is Extract<WireEvent, { type: ReplayedType }> {
  return replayedTypes.some((type) => type === event.type)
}

function split(funnel: Funnel, form: Readonly<Record<string, unknown>>) {
  const { facts } = splitForm(funnel, form as FieldValues)
  const rest = Object.entries(form).filter(([name]) => !Object.hasOwn(facts, name))
  return { facts, rest: Object.fromEntries(rest) }
}
