import { type KnownAnswers, type PersonalRow, answersAsOf, shownFields } from './answers-as-of.ts'
import { effectiveDay } from './effective-day.ts'
import type { ClickId } from './events.ts'
import {
  type Answer,
  type Answers,
  type Field,
  type Funnel,
  type MessageSection,
  fieldsOf,
  priceOf,
  stepNames,
} from './funnels/define-funnel.ts'
import type { StoredEvent } from './stored-event.ts'
import { type ForwardedEvent, type WebhookMessage, completionStatuses } from './webhook-message.ts'

export interface WebhookPayloadInput {
  funnel: Funnel
  /** The event that the message is about. */
  event: ForwardedEvent
  /** Place among the messages of the run, from 1. */
  sequence: number
  /** The run's events in log order, up to and including `event`. */
  events: readonly StoredEvent[]
  /** The run's vault rows in log order, up to and including that of `event`. */
  personal: readonly PersonalRow[]
  /** The run's personal data was erased since: its sections are empty. */
  erased: boolean
  /** Whether messages before the order carry personal data (`FORWARD_DRAFTS`). */
  forwardDrafts: boolean
  /** Bank of the IBAN, where it is known. */
  bank?: { bic: string; name: string }
  /** Uploads of the run by their ids. Of a field whose files cannot all be read none is sent. */
  uploads?: ReadonlyMap<string, WebhookUpload>
}

export type WebhookUpload = WebhookMessage['uploads'][string][number]

type Values = Record<string, Answer | null>

/**
 * The webhook message of an event (specification part 1, 7.1; appendix B of the design), as of that event:
 * nothing that happened later is in it but an erasure, so a retry says the same as the first try.
 */
export function buildWebhookMessage(input: WebhookPayloadInput): WebhookMessage {
  const { event, funnel } = input
  const withheld = input.erased || (!input.forwardDrafts && isDraft(event))
  // The e-mail-only message tells the address and nothing else of what was entered.
  const known = answersAsOf(event.type === 'email' ? [event] : input.events, withheld ? [] : input.personal)
  const shown = shownFields(funnel, known.answers)
  const section = (name: MessageSection) => valuesOf(inSection(shown, name), known.answers)
  return {
    meta: metaOf(input),
    tracking: trackingOf(input),
    personalData: withheld ? {} : section('personalData'),
    address: withheld ? {} : (section('address') as WebhookMessage['address']),
    funnelData: event.type === 'email' ? realPlace(input) : withoutServiceLevel(section('funnelData')),
    product: productOf(funnel, event, known.answers),
    payment: withheld ? {} : paymentOf(section('payment'), input.bank),
    legal: legalOf(section('legal') as WebhookMessage['legal']),
    uploads: withheld ? {} : uploadsOf(inSection(shown, 'uploads'), known.answers, input.uploads),
    events: input.events.map(({ type, step, occurredAt }) => ({ type, step, occurredAt: iso(occurredAt) })),
    generated: generatedOf(funnel, event, known.answers),
    selections: selectionsOf(funnel, shown, known.facts),
  }
}

function isDraft(event: ForwardedEvent): boolean {
  return event.type === 'step' || event.type === 'email' || event.type === 'abandon'
}

function inSection(fields: readonly Field[], section: MessageSection): Field[] {
  return fields.filter((field) => field.section === section)
}

/** Every shown field is there, so that a receiver finds one shape; one without an answer is null. */
function valuesOf(fields: readonly Field[], answers: Answers): Values {
  return Object.fromEntries(
    fields.map(({ name }) => {
      const answer = answers[name]
      // Specification 7.1: empty dates become null, names ending in 'pdf' pass through unchanged.
      const empty = answer === '' && !/pdf$/i.test(name)
      return [name, answer === undefined || empty ? null : answer]
    }),
  )
}

function metaOf({ event, sequence }: WebhookPayloadInput): WebhookMessage['meta'] {
  // The e-mail-only message is told by these constants (specification 7.1).
  const [funnelType, step] = event.type === 'email' ? ['anmeldung', 2] : [event.funnel, event.step]
  return {
    timestamp: iso(event.at),
    funnelType,
    funnelId: event.runId,
    sessionId: event.sessionId,
    step,
    sequence,
    completionStatus: completionStatuses[event.type],
    version: '1.0',
  }
}

/** The last touch names the campaign, the first one the beginning; place and funnel are the real ones in every kind. */
function trackingOf({ funnel, event, events, personal, erased }: WebhookPayloadInput) {
  // Without consent the browser forgets its campaign on a reload, the run does not (DESIGN 10.16).
  const touches = events.findLast((each) => each.meta.touches.length > 0)?.meta.touches ?? []
  const last = touches.at(-1)
  const ids: Record<string, string> = Object.assign({}, ...personal.map((row) => row.personal.clickIds))
  const clickId = (name: ClickId) => (!erased && last?.clickIds?.includes(name) && ids[name]) || null
  return {
    utm_source: last?.source ?? null,
    utm_medium: last?.medium ?? null,
    utm_campaign: last?.campaign ?? null,
    utm_content: last?.content ?? null,
    utm_term: last?.term ?? null,
    gclid: clickId('gclid'),
    fbclid: clickId('fbclid'),
    msclkid: clickId('msclkid'),
    ttclid: clickId('ttclid'),
    twclid: clickId('twclid'),
    step_number: event.step,
    step_name: stepNames(funnel, event.funnelVersion)?.[event.step - 1] ?? null,
    funnel_type: event.funnel,
    first_touch_timestamp: touches[0] ? iso(touches[0].at) : null,
    session_start_timestamp: iso(event.meta.sessionStartedAt),
    device: event.meta.device,
  }
}

function realPlace({ funnel, event }: WebhookPayloadInput): WebhookMessage['funnelData'] {
  const stepName = stepNames(funnel, event.funnelVersion)?.[event.step - 1] ?? null
  return { funnelType: event.funnel, step: event.step, stepName }
}

/** The service level is told in `product`. */
function withoutServiceLevel(values: Values): Values {
  const { serviceLevel: _, ...rest } = values
  return rest
}

function productOf(funnel: Funnel, event: ForwardedEvent, answers: Answers): WebhookMessage['product'] {
  return {
    name: funnel.product,
    price: centsOf(funnel, event, answers) / 100,
    currency: 'EUR',
    serviceLevel: answers['serviceLevel'] === 'vip' ? 'vip' : 'premium',
  }
}

function centsOf(funnel: Funnel, event: ForwardedEvent, answers: Answers): number {
  if (event.type === 'email') return 0
  return event.type === 'complete' ? event.data.priceCents : priceOf(funnel, answers)
}

function paymentOf(values: Values, bank: WebhookPayloadInput['bank']): WebhookMessage['payment'] {
  return { ...values, bic: bank?.bic ?? null, kreditinstitut: bank?.name ?? null }
}

/** Receivers know the consent to the terms under its wire alias as well (DESIGN 10.1). */
function legalOf(values: WebhookMessage['legal']): WebhookMessage['legal'] {
  const { agbVerbraucher } = values
  return agbVerbraucher === undefined ? values : { ...values, agb: agbVerbraucher }
}

/** Every proof that is asked for has a list; it is empty where a file cannot be read (specification part 1, 7.1). */
function uploadsOf(
  fields: readonly Field[],
  answers: Answers,
  readable: WebhookPayloadInput['uploads'],
): WebhookMessage['uploads'] {
  const lists = fields.map(({ name }) => {
    const ids = answers[name]
    const files = Array.isArray(ids) ? ids.map((id) => readable?.get(id)) : []
    return [name, files.every((file) => file !== undefined) ? files : []] as const
  })
  return Object.fromEntries(lists)
}

function generatedOf(funnel: Funnel, event: ForwardedEvent, answers: Answers): WebhookMessage['generated'] {
  return {
    orderId: event.type === 'complete' ? event.id : null,
    orderNumber: event.type === 'complete' ? event.data.orderNumber : null,
    [funnel.effective.as]: effectiveDay(funnel, answers) ?? null,
  }
}

/** The facts without those of hidden fields; a fact that the funnel no longer knows is told as well. */
function selectionsOf(
  funnel: Funnel,
  shown: readonly Field[],
  facts: KnownAnswers['facts'],
): WebhookMessage['selections'] {
  const hidden = new Set(fieldsOf(funnel).map((field) => field.name))
  for (const field of shown) hidden.delete(field.name)
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !hidden.has(name)))
}

const iso = (at: number): string => new Date(at).toISOString()
