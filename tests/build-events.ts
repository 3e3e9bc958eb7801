import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { EnvelopeInput, WireEventInput, WireEventType } from '#domain/events/wire-events.ts'
import type { StoredEvent, StoredEventType } from '#domain/events/stored-event.ts'

/** Time at which tests start: 20 November 2026, 11:00 in Berlin. */
export const noon = Date.parse('2026-11-20T10:00:00.000Z')

export const iso = (at: number) => new Date(at).toISOString()

const wireData = {
  start: { secretHash: 'a'.repeat(64), entry: '/rundfunkbeitrag-anmelden/step-1' },
  step: { seconds: 20 },
  invalid: { fields: [{ field: 'vorname', rule: 'required' }] },
  email: {},
  abandon: { trigger: 'pagehide' },
  complete: {},
} as const

/** Valid form values of the funnel anmeldung, with a direct debit, as of `noon`. */
export const anmeldungForm = {
  anrede: 'frau',
  vorname: 'Łucja',
  nachname: 'Müller-Lüdenscheidt',
  geburtsdatum: '1990-05-17',
  adresse: { strasse: 'Hauptstraße', hausnummer: '12a', plz: '10115', ort: 'Berlin', land: 'Deutschland' },
  anmeldungZu: '2026-12',
  naechstmoeglich: true,
  wohnungsart: 'obige',
  email: 'lucja@example.org',
  zahlungsrhythmus: 'vierteljaehrlich',
  zahlungsart: 'lastschrift',
  iban: 'DE89370400440532013000',
  abweichenderKontoinhaber: false,
  eigeneDaten: true,
  datenschutz: true,
  agbVerbraucher: true,
  widerrufsrecht: true,
  frueherAuftragsbeginn: true,
  digitaleUnterschriftZustimmung: true,
  widerruf: true,
}

/** Returns an event as a browser sends it; by default, an event of step 1 of the funnel anmeldung. */
export function wireEvent(type: WireEventType, over: Record<string, unknown> = {}): WireEventInput {
  const form = {
    step: { form: {} },
    email: { form: { email: anmeldungForm.email } },
    complete: { form: anmeldungForm, step: 4 },
  }[type as string]
  return {
    id: uuidv7(),
    type,
    funnel: 'anmeldung',
    funnelVersion: 1,
    runId: randomUUID(),
    step: 1,
    occurredAt: iso(noon),
    data: wireData[type],
    ...form,
    ...over,
  } as WireEventInput
}

/** Returns a request body with these events, sent at the time at which they occurred. */
export function envelope(events: unknown[], over: Record<string, unknown> = {}): EnvelopeInput {
  return {
    sentAt: iso(noon),
    context: {
      sessionId: randomUUID(),
      sessionStartedAt: iso(noon),
      device: 'mobile',
      consent: 'none',
    },
    events,
    ...over,
  } as EnvelopeInput
}

const storedData = {
  ...wireData,
  complete: { orderNumber: 'FL-TEST', priceCents: 4999 },
  lapsed: {},
  paid: { orderId: 'order', paymentId: 'payment', amountCents: 4999 },
  invoiced: { orderId: 'order', number: '2026-000001' },
  amended: { orderId: 'order' },
  email_corrected: { orderId: 'order' },
  prepared: {
    orderId: 'order',
    document: 'application',
    version: 1,
    sha256: 'a'.repeat(64),
    pages: 1,
    template: 1,
  },
  submitted: { orderId: 'order', letterId: 'letter' },
  sent: { orderId: 'order', by: 'operator' },
  failed: { orderId: 'order', by: 'operator', reason: 'illegible proof' },
  withdrawal_declined: { orderId: 'order', reason: 'performed' },
  refunded: { orderId: 'order', amountCents: 4999, by: 'operator' },
  credited: { orderId: 'order', number: 'S2026-000001' },
  withdrawal_declared: { orderId: 'order', statement: '00000000-0000-4000-8000-000000000003' },
  withdrawal_revoked: { orderId: 'order', by: 'objection' },
  withdrawn: { orderId: 'order' },
  converted: { orderId: 'order' },
  support_requested: { orderId: 'order', request: 'request' },
  erased: {},
}

/** Returns an event as stored in the log. All times are derived from `at` unless given. */
export function storedEvent(
  type: StoredEventType,
  over: Omit<Partial<StoredEvent>, 'type' | 'data' | 'meta'> & {
    data?: object
    meta?: Partial<StoredEvent['meta']>
  } = {},
): StoredEvent {
  const at = over.at ?? noon
  return {
    position: 1,
    id: uuidv7(),
    type,
    funnel: 'anmeldung',
    funnelVersion: 1,
    runId: '00000000-0000-4000-8000-000000000001',
    sessionId: '00000000-0000-4000-8000-000000000002',
    step: type === 'complete' ? 4 : 1,
    occurredAt: at,
    sentAt: at,
    receivedAt: at,
    at,
    data: storedData[type],
    facts: {},
    ...over,
    meta: {
      device: 'mobile',
      consent: 'none',
      sessionStartedAt: at,
      browser: 'Chrome',
      os: 'Android',
      bot: false,
      touches: [],
      ...over.meta,
    },
  } as StoredEvent
}
