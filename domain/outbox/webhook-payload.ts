import { isoTime } from '#domain/time/durations.ts'
import { type FormAsOf, type PersonalRow, formAsOf, shownFields } from '#domain/events/form-as-of.ts'
import { effectiveDay } from '#domain/forms/effective-day.ts'
import type { ClickId } from '#domain/events/wire-events.ts'
import type { FieldValue, FieldValues, Field, MessageSection } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf, priceOf, stepNames } from '#domain/forms/define-funnel.ts'
import { isNeverHeld } from './held-messages.ts'
import type { StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'
import { type ForwardedEvent, type WebhookMessage, completionStatuses } from './webhook-message.ts'

export interface WebhookPayloadInput {
  funnel: Funnel
  /** The event that the message is about. */
  event: ForwardedEvent
  /** Number of the message within the run, from 1. */
  sequence: number
  /** The run's events in log order, up to and including `event`. */
  events: readonly StoredEvent[]
  /** Personal values of the run's events up to and including `event`, in log order. */
  personal: readonly PersonalRow[]
  /** True if the run's personal data has been erased since the event; the personal sections are then empty. */
  erased: boolean
  /** Determines which personal data is sent in messages that precede the order. */
  forwardDrafts: ForwardDrafts
  /** Bank of the IBAN in the message, if known (see `ibanInMessage`). */
  bank?: { bic: string; name: string }
  /** The run's readable uploads, by id. If a file of a field is not among them, no file of that field is sent. */
  uploads?: ReadonlyMap<string, WebhookUpload>
}

/**
 * Values of `FORWARD_DRAFTS`, which determines the content of messages that precede the order:
 * - `on`: everything except IBANs and uploads
 * - `full`: everything
 * - `off`: no personal data
 */
export const forwardDraftsModes = ['on', 'full', 'off'] as const
export type ForwardDrafts = (typeof forwardDraftsModes)[number]

export type WebhookUpload = WebhookMessage['uploads'][string][number]

type Values = Record<string, FieldValue | null>

/**
 * Returns the webhook message about an event, with the data of the run as of that event. Later events do not change the
 * message, so a retry sends the same content. The only exception is an erasure.
 */
export function buildWebhookMessage(input: WebhookPayloadInput): WebhookMessage {
  const { event, funnel } = input
  const { draft, withheld, known, shown, sent } = readValues(input)
  const section = (name: MessageSection) => valuesOf(inSection(shown, name), sent)
  return {
    meta: metaOf(input),
    tracking: trackingOf(input, withheld),
    personalData: withheld ? {} : section('personalData'),
    address: withheld ? {} : (section('address') as WebhookMessage['address']),
    funnelData: event.type === 'email' ? actualStep(input) : withoutServiceLevel(section('funnelData')),
    product: productOf(input, known.values),
    payment: withheld ? {} : paymentOf(section('payment'), input.bank),
    legal: legalOf(section('legal') as WebhookMessage['legal']),
    uploads:
      withheld || draft !== 'full' ? {} : uploadsOf(inSection(shown, 'uploads'), known.values, input.uploads),
    events: input.events.map(({ type, step, occurredAt }) => ({
      type,
      step,
      occurredAt: isoTime(occurredAt),
    })),
    generated: generatedOf(input, known.values),
    selections: selectionsOf(funnel, shown, known.facts),
  }
}

/**
 * Returns the IBAN for which the message names the bank. This is the IBAN of the account to be debited or, if there is
 * none, the IBAN of the new bank data. Returns undefined if the message contains no IBAN.
 */
export function ibanInMessage(input: WebhookPayloadInput): string | undefined {
  const { withheld, shown, sent } = readValues(input)
  if (withheld) return undefined
  const { iban, neueBankdatenIban } = valuesOf(inSection(shown, 'payment'), sent)
  const named = iban ?? neueBankdatenIban
  return typeof named === 'string' ? named : undefined
}

function readValues(input: WebhookPayloadInput) {
  const { event, funnel } = input
  const draft = isDraft(event) ? input.forwardDrafts : 'full'
  const withheld = input.erased || draft === 'off' || isNeverHeld(event)
  // The message of an `email` event contains only the e-mail address, not the values of earlier events.
  const known = formAsOf(event.type === 'email' ? [event] : input.events, withheld ? [] : input.personal)
  const shown = shownFields(funnel, known.values)
  const sent = draft === 'full' ? known.values : withoutIbans(shown, known.values)
  return { draft, withheld, known, shown, sent }
}

function isDraft(event: ForwardedEvent): boolean {
  return event.type === 'step' || event.type === 'email' || event.type === 'abandon'
}

function withoutIbans(fields: readonly Field[], values: FieldValues): FieldValues {
  const ibans = new Set(fields.filter(({ kind }) => kind === 'iban').map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ibans.has(name)))
}

function inSection(fields: readonly Field[], section: MessageSection): Field[] {
  return fields.filter((field) => field.section === section)
}

/**
 * Returns the values of the given fields. A field without a value is included as null, so that the message contains
 * every shown field.
 */
function valuesOf(fields: readonly Field[], values: FieldValues): Values {
  return Object.fromEntries(
    fields.map(({ name }) => {
      const value = values[name]
      // Empty text is sent as null, except in fields whose name ends in 'pdf'.
      const empty = value === '' && !/pdf$/i.test(name)
      return [name, value === undefined || empty ? null : value]
    }),
  )
}

function metaOf({ event, events, sequence }: WebhookPayloadInput): WebhookMessage['meta'] {
  // A message about an `email` event always contains 'anmeldung' and 2. Receivers recognise it by these values.
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

/** Returns the completion status of a message. If a run without an order is erased, the status is `abandoned`. */
function statusOf(event: ForwardedEvent, events: readonly StoredEvent[]) {
  const unfinished = event.type === 'erased' && !events.some(({ type }) => type === 'complete')
  return unfinished ? 'abandoned' : completionStatuses[event.type]
}

/**
 * Returns the tracking section: the campaign of the last touch, the time of the first touch, and the event's actual
 * step and funnel. For an `email` event, the `meta` section contains constants instead of the actual step and funnel.
 */
function trackingOf({ funnel, event, events, personal }: WebhookPayloadInput, withheld: boolean) {
  // Use the last event that has touches. Without consent, the browser forgets the touches when the page is reloaded, so
  // the events that follow have none.
  const touches = events.findLast((each) => each.meta.touches.length > 0)?.meta.touches ?? []
  const last = touches.at(-1)
  const ids: Record<string, string> = Object.assign({}, ...personal.map((row) => row.personal.clickIds))
  // Click ids are sent only with consent, because they identify a person to the advertiser.
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

/**
 * Returns the actual funnel and step of an `email` event. The `meta` section of the message contains constants instead.
 */
function actualStep({ funnel, event }: WebhookPayloadInput): WebhookMessage['funnelData'] {
  const stepName = stepNames(funnel, event.funnelVersion)?.[event.step - 1] ?? null
  return { funnelType: event.funnel, step: event.step, stepName }
}

/** Returns the values without the service level, which the message contains in `product` instead. */
function withoutServiceLevel(values: Values): Values {
  const { serviceLevel: _, ...rest } = values
  return rest
}

function productOf(input: WebhookPayloadInput, values: FieldValues): WebhookMessage['product'] {
  return {
    name: input.funnel.product,
    price: centsOf(input, values) / 100,
    currency: 'EUR',
    serviceLevel: values['serviceLevel'] === 'vip' ? 'vip' : 'premium',
  }
}

function centsOf(input: WebhookPayloadInput, values: FieldValues): number {
  if (input.event.type === 'email') return 0
  return orderIn(input)?.data.priceCents ?? priceOf(input.funnel, values)
}

/**
 * Returns the order of the run. Returns undefined for a message about an event before the order, even if the message is
 * composed after the order was placed.
 */
function orderIn({ event, events }: WebhookPayloadInput): StoredEventOf<'complete'> | undefined {
  if (event.type === 'start' || isDraft(event)) return undefined
  return events.find((each): each is StoredEventOf<'complete'> => each.type === 'complete')
}

function paymentOf(values: Values, bank: WebhookPayloadInput['bank']): WebhookMessage['payment'] {
  return { ...values, bic: bank?.bic ?? null, kreditinstitut: bank?.name ?? null }
}

/** Adds `agb`, an alias of `agbVerbraucher` that receivers expect. */
function legalOf(values: WebhookMessage['legal']): WebhookMessage['legal'] {
  const { agbVerbraucher } = values
  return agbVerbraucher === undefined ? values : { ...values, agb: agbVerbraucher }
}

/** Returns the files of each upload field. A field's list is empty if any of its files cannot be read. */
function uploadsOf(
  fields: readonly Field[],
  values: FieldValues,
  readable: WebhookPayloadInput['uploads'],
): WebhookMessage['uploads'] {
  const lists = fields.map(({ name }) => {
    const ids = values[name]
    const files = Array.isArray(ids) ? ids.map((id) => readable?.get(id)) : []
    return [name, files.every((file) => file !== undefined) ? files : []] as const
  })
  return Object.fromEntries(lists)
}

function generatedOf(input: WebhookPayloadInput, values: FieldValues): WebhookMessage['generated'] {
  const { funnel } = input
  const order = orderIn(input)
  return {
    orderId: order?.id ?? null,
    orderNumber: order?.data.orderNumber ?? null,
    [funnel.effective.as]: effectiveDay(funnel, values) ?? null,
  }
}

/**
 * Returns the facts (values from closed sets) except those of hidden fields. Facts of fields that the funnel no longer
 * has are included.
 */
function selectionsOf(
  funnel: Funnel,
  shown: readonly Field[],
  facts: FormAsOf['facts'],
): WebhookMessage['selections'] {
  const hidden = new Set(fieldsOf(funnel).map((field) => field.name))
  for (const field of shown) hidden.delete(field.name)
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !hidden.has(name)))
}
