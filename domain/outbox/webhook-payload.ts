import { isoTime } from '#domain/time/durations.ts'
import { type KnownAnswers, type PersonalRow, answersAsOf, shownFields } from '#domain/events/form-as-of.ts'
import { effectiveDay } from '#domain/forms/effective-day.ts'
import type { ClickId } from '#domain/events/wire-events.ts'
import type { FieldValue, FieldValues, Field, MessageSection } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf, priceOf, stepNames } from '#domain/forms/define-funnel.ts'
import { overtakes } from './held-messages.ts'
import type { StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'
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
  /** How much personal data messages before the order carry. */
  forwardDrafts: ForwardDrafts
  /** Bank of the IBAN, where it is known. */
  bank?: { bic: string; name: string }
  /** Uploads of the run by their ids. Of a field whose files cannot all be read none is sent. */
  uploads?: ReadonlyMap<string, WebhookUpload>
}

/**
 * Setting `FORWARD_DRAFTS`: everything but IBANs and uploads (`on`), everything (`full`), no personal sections
 * (`off`).
 */
export const forwardDraftsModes = ['on', 'full', 'off'] as const
export type ForwardDrafts = (typeof forwardDraftsModes)[number]

export type WebhookUpload = WebhookMessage['uploads'][string][number]

type Values = Record<string, FieldValue | null>

/**
 * Returns the webhook message of an event, as of that event:
 * nothing that happened later is in it but an erasure, so a retry says the same as the first try.
 */
export function buildWebhookMessage(input: WebhookPayloadInput): WebhookMessage {
  const { event, funnel } = input
  const { draft, withheld, known, shown, answers } = readValues(input)
  const section = (name: MessageSection) => valuesOf(inSection(shown, name), answers)
  return {
    meta: metaOf(input),
    tracking: trackingOf(input, withheld),
    personalData: withheld ? {} : section('personalData'),
    address: withheld ? {} : (section('address') as WebhookMessage['address']),
    funnelData: event.type === 'email' ? realPlace(input) : withoutServiceLevel(section('funnelData')),
    product: productOf(input, known.answers),
    payment: withheld ? {} : paymentOf(section('payment'), input.bank),
    legal: legalOf(section('legal') as WebhookMessage['legal']),
    uploads:
      withheld || draft !== 'full'
        ? {}
        : uploadsOf(inSection(shown, 'uploads'), known.answers, input.uploads),
    events: input.events.map(({ type, step, occurredAt }) => ({
      type,
      step,
      occurredAt: isoTime(occurredAt),
    })),
    generated: generatedOf(input, known.answers),
    selections: selectionsOf(funnel, shown, known.facts),
  }
}

/**
 * Returns the IBAN whose bank the message names: that of the account to be debited, or that of the new bank data. A
 * message without an IBAN names no bank.
 */
export function ibanInMessage(input: WebhookPayloadInput): string | undefined {
  const { withheld, shown, answers } = readValues(input)
  if (withheld) return undefined
  const { iban, neueBankdatenIban } = valuesOf(inSection(shown, 'payment'), answers)
  const named = iban ?? neueBankdatenIban
  return typeof named === 'string' ? named : undefined
}

function readValues(input: WebhookPayloadInput) {
  const { event, funnel } = input
  const draft = isDraft(event) ? input.forwardDrafts : 'full'
  const withheld = input.erased || draft === 'off' || overtakes(event)
  // The e-mail-only message carries the address and nothing else that was entered.
  const known = answersAsOf(event.type === 'email' ? [event] : input.events, withheld ? [] : input.personal)
  const shown = shownFields(funnel, known.answers)
  const answers = draft === 'full' ? known.answers : withoutIbans(shown, known.answers)
  return { draft, withheld, known, shown, answers }
}

function isDraft(event: ForwardedEvent): boolean {
  return event.type === 'step' || event.type === 'email' || event.type === 'abandon'
}

function withoutIbans(fields: readonly Field[], answers: FieldValues): FieldValues {
  const ibans = new Set(fields.filter(({ kind }) => kind === 'iban').map(({ name }) => name))
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !ibans.has(name)))
}

function inSection(fields: readonly Field[], section: MessageSection): Field[] {
  return fields.filter((field) => field.section === section)
}

/** Every shown field is there, so that a receiver finds one shape; one without an answer is null. */
function valuesOf(fields: readonly Field[], answers: FieldValues): Values {
  return Object.fromEntries(
    fields.map(({ name }) => {
      const answer = answers[name]
      // Empty dates are sent as null; values of names that end in 'pdf' pass through unchanged.
      const empty = answer === '' && !/pdf$/i.test(name)
      return [name, answer === undefined || empty ? null : answer]
    }),
  )
}

function metaOf({ event, events, sequence }: WebhookPayloadInput): WebhookMessage['meta'] {
  // Receivers recognise the message that has only an e-mail address by these constants.
  const [funnelType, step] = event.type === 'email' ? ['anmeldung', 2] : [event.funnel, event.step]
  return {
    timestamp: isoTime(event.at),
    funnelType,
    funnelId: event.runId,
    sessionId: event.sessionId,
    step,
    sequence,
    event: event.type,
    completionStatus: statusOf(event, events),
    version: '1.0',
  }
}

/** An erasure may also come before the order, and then there will be none. */
function statusOf(event: ForwardedEvent, events: readonly StoredEvent[]) {
  const unfinished = event.type === 'erased' && !events.some(({ type }) => type === 'complete')
  return unfinished ? 'abandoned' : completionStatuses[event.type]
}

/** The last touch names the campaign, the first one the beginning; place and funnel are the real ones in every kind. */
function trackingOf({ funnel, event, events, personal }: WebhookPayloadInput, withheld: boolean) {
  // Without consent a reload loses the campaign in the browser, but not in the run.
  const touches = events.findLast((each) => each.meta.touches.length > 0)?.meta.touches ?? []
  const last = touches.at(-1)
  const ids: Record<string, string> = Object.assign({}, ...personal.map((row) => row.personal.clickIds))
  // Click ids identify a person to the advertiser.
  const named = !withheld && event.meta.consent === 'marketing'
  const clickId = (name: ClickId) => (named && last?.clickIds?.includes(name) && ids[name]) || null
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
    first_touch_timestamp: touches[0] ? isoTime(touches[0].at) : null,
    session_start_timestamp: isoTime(event.meta.sessionStartedAt),
    device: event.meta.device,
  }
}

function realPlace({ funnel, event }: WebhookPayloadInput): WebhookMessage['funnelData'] {
  const stepName = stepNames(funnel, event.funnelVersion)?.[event.step - 1] ?? null
  return { funnelType: event.funnel, step: event.step, stepName }
}

/** The service level is part of `product`. */
function withoutServiceLevel(values: Values): Values {
  const { serviceLevel: _, ...rest } = values
  return rest
}

function productOf(input: WebhookPayloadInput, answers: FieldValues): WebhookMessage['product'] {
  return {
    name: input.funnel.product,
    price: centsOf(input, answers) / 100,
    currency: 'EUR',
    serviceLevel: answers['serviceLevel'] === 'vip' ? 'vip' : 'premium',
  }
}

function centsOf(input: WebhookPayloadInput, answers: FieldValues): number {
  if (input.event.type === 'email') return 0
  return orderIn(input)?.data.priceCents ?? priceOf(input.funnel, answers)
}

/** Returns the order that the message is about. Draft messages have none, even if they are composed after the order. */
function orderIn({ event, events }: WebhookPayloadInput): StoredEventOf<'complete'> | undefined {
  if (event.type === 'start' || isDraft(event)) return undefined
  return events.find((each): each is StoredEventOf<'complete'> => each.type === 'complete')
}

function paymentOf(values: Values, bank: WebhookPayloadInput['bank']): WebhookMessage['payment'] {
  return { ...values, bic: bank?.bic ?? null, kreditinstitut: bank?.name ?? null }
}

/** Adds the alias `agb`, under which receivers also expect the consent to the terms. */
function legalOf(values: WebhookMessage['legal']): WebhookMessage['legal'] {
  const { agbVerbraucher } = values
  return agbVerbraucher === undefined ? values : { ...values, agb: agbVerbraucher }
}

/** Every visible upload field has a list, which is empty if its files cannot be read. */
function uploadsOf(
  fields: readonly Field[],
  answers: FieldValues,
  readable: WebhookPayloadInput['uploads'],
): WebhookMessage['uploads'] {
  const lists = fields.map(({ name }) => {
    const ids = answers[name]
    const files = Array.isArray(ids) ? ids.map((id) => readable?.get(id)) : []
    return [name, files.every((file) => file !== undefined) ? files : []] as const
  })
  return Object.fromEntries(lists)
}

function generatedOf(input: WebhookPayloadInput, answers: FieldValues): WebhookMessage['generated'] {
  const { funnel } = input
  const order = orderIn(input)
  return {
    orderId: order?.id ?? null,
    orderNumber: order?.data.orderNumber ?? null,
    [funnel.effective.as]: effectiveDay(funnel, answers) ?? null,
  }
}

/** The facts without those of hidden fields; a fact that the funnel no longer knows is included. */
function selectionsOf(
  funnel: Funnel,
  shown: readonly Field[],
  facts: KnownAnswers['facts'],
): WebhookMessage['selections'] {
  const hidden = new Set(fieldsOf(funnel).map((field) => field.name))
  for (const field of shown) hidden.delete(field.name)
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !hidden.has(name)))
}
