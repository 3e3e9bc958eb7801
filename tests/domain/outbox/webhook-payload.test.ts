import { describe, expect, test } from 'vitest'
import type { PersonalRow } from '#domain/events/form-as-of.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { birthDate, firstName } from '#domain/funnels/fields/person.ts'
import type { StoredEvent, StoredEventType, Touch } from '#domain/events/stored-event.ts'
import {
  type ForwardedType,
  type WebhookMessage,
  completionStatuses,
  isForwarded,
  webhookMessageSchema,
} from '#domain/outbox/webhook-message.ts'
import { type WebhookPayloadInput, buildWebhookMessage } from '#domain/outbox/webhook-payload.ts'
import { anmeldungForm, noon, storedEvent } from '#tests/build-events.ts'

const touches: Touch[] = [
  { at: noon - 3_600_000, source: 'newsletter', medium: 'mail' },
  { at: noon - 60_000, source: 'google', medium: 'cpc', campaign: 'herbst', clickIds: ['gclid'] },
]
const orderId = '00000000-0000-4000-8000-00000000000c'

/**
 * Returns the events and the personal values of a run. Each entry becomes one event, a second after the previous one.
 */
function runOf(entries: [StoredEventType, { step?: number; form?: object }?][], funnel: Funnel = anmeldung) {
  const personal: PersonalRow[] = []
  const events = entries.map(([type, { step, form = {} } = {}], index) => {
    const split = splitForm(funnel, form as FieldValues)
    const position = index + 1
    if (type !== 'invalid')
      personal.push({ position, personal: { form: split.personal, clickIds: { gclid: 'x', fbclid: 'y' } } })
    return storedEvent(type, {
      position,
      at: noon + index * 1000,
      facts: split.facts,
      meta: { touches, consent: 'marketing' },
      ...(type === 'complete' && { id: orderId }),
      ...(step !== undefined && { step }),
    })
  })
  return { events, personal }
}

/** Returns the webhook message for the run's last event. */
function messageOf(
  { events, personal }: { events: StoredEvent[]; personal: PersonalRow[] },
  over: Partial<WebhookPayloadInput> = {},
) {
  const event = events.at(-1)!
  if (!isForwarded(event)) throw new Error(`${event.type} is not forwarded`)
  const message = buildWebhookMessage({
    funnel: anmeldung,
    event,
    sequence: events.length,
    events,
    personal,
    erased: false,
    forwardDrafts: 'full',
    ...over,
  })
  // The message must survive the conversion to JSON and back, and match the schema.
  expect(webhookMessageSchema.parse(JSON.parse(JSON.stringify(message)))).toEqual(message)
  return message
}

const { anrede, vorname, nachname, geburtsdatum, adresse, email, iban } = anmeldungForm
const firstStep = { anrede, vorname, nachname, geburtsdatum }
const secondStep = { adresse, anmeldungZu: '2026-12', naechstmoeglich: true, wohnungsart: 'obige' }
const consents = {
  eigeneDaten: true,
  datenschutz: true,
  agbVerbraucher: true,
  widerrufsrecht: true,
  frueherAuftragsbeginn: true,
  digitaleUnterschriftZustimmung: true,
  widerruf: true,
}

const ordered = () =>
  runOf([
    ['start'],
    ['invalid'],
    ['step', { form: firstStep }],
    ['step', { step: 2, form: secondStep }],
    ['email', { step: 3, form: { email } }],
    ['complete', { step: 4, form: anmeldungForm }],
  ])

describe('the message of an order', () => {
  test('has exactly the specified fields', () => {
    const message = messageOf(ordered(), { sequence: 5, bank: { bic: 'COBADEFFXXX', name: 'Commerzbank' } })
    expect(message).toEqual({
      meta: {
        timestamp: '2026-11-20T10:00:05.000Z',
        funnelType: 'anmeldung',
        funnelId: '00000000-0000-4000-8000-000000000001',
        sessionId: '00000000-0000-4000-8000-000000000002',
        step: 4,
        sequence: 5,
        event: 'complete',
        completionStatus: 'completed',
        version: '1.0',
      },
      tracking: {
        utm_source: 'google',
        utm_medium: 'cpc',
        utm_campaign: 'herbst',
        utm_content: null,
        utm_term: null,
        gclid: 'x',
        fbclid: null,
        msclkid: null,
        ttclid: null,
        twclid: null,
        step_number: 4,
        step_name: 'bestaetigung',
        funnel_type: 'anmeldung',
        first_touch_timestamp: '2026-11-20T09:00:00.000Z',
        session_start_timestamp: '2026-11-20T10:00:05.000Z',
        device: 'mobile',
      },
      personalData: { ...firstStep, email, beitragsnummer: null, firma: null },
      address: { adresse },
      funnelData: { anmeldungZu: '2026-12', naechstmoeglich: true, wohnungsart: 'obige', unternehmer: null },
      product: { name: anmeldung.product, price: 49.99, currency: 'EUR', serviceLevel: 'premium' },
      payment: {
        zahlungsart: 'lastschrift',
        zahlungsrhythmus: 'vierteljaehrlich',
        iban,
        bic: 'COBADEFFXXX',
        kreditinstitut: 'Commerzbank',
        abweichenderKontoinhaber: false,
      },
      legal: { ...consents, agb: true },
      uploads: {},
      events: [
        { type: 'start', step: 1, occurredAt: '2026-11-20T10:00:00.000Z' },
        { type: 'invalid', step: 1, occurredAt: '2026-11-20T10:00:01.000Z' },
        { type: 'step', step: 1, occurredAt: '2026-11-20T10:00:02.000Z' },
        { type: 'step', step: 2, occurredAt: '2026-11-20T10:00:03.000Z' },
        { type: 'email', step: 3, occurredAt: '2026-11-20T10:00:04.000Z' },
        { type: 'complete', step: 4, occurredAt: '2026-11-20T10:00:05.000Z' },
      ],
      generated: { orderId, orderNumber: 'FL-TEST', anmeldungAb: '2026-12-01' },
      selections: {
        naechstmoeglich: true,
        wohnungsart: 'obige',
        zahlungsrhythmus: 'vierteljaehrlich',
        zahlungsart: 'lastschrift',
        abweichenderKontoinhaber: false,
        ...consents,
      },
    })
  })

  test('has the price fixed at the time of the order', () => {
    const run = ordered()
    Object.assign(run.events.at(-1)!, { data: { orderNumber: 'FL-VIP', priceCents: 7999 } })
    expect(messageOf(run).product.price).toBe(79.99)
  })

  test('does not contain values of earlier steps that the order lacks', () => {
    const { beitragsnummer: _, ...form } = { ...anmeldungForm, beitragsnummer: '' }
    const run = runOf([
      ['step', { form: { ...firstStep, beitragsnummer: '123456789' } }],
      ['complete', { form }],
    ])
    expect(messageOf(run).personalData['beitragsnummer']).toBeNull()
  })

  test('omits hidden fields', () => {
    const form = {
      ...anmeldungForm,
      zahlungsart: 'ueberweisung',
      abweichenderKontoinhaber: true,
      vornameLastschrift: 'Ada',
    }
    const message = messageOf(runOf([['complete', { form }]]))
    expect(Object.keys(message.payment)).toEqual(['zahlungsrhythmus', 'zahlungsart', 'bic', 'kreditinstitut'])
    expect(message.legal).not.toHaveProperty('widerruf')
    expect(message.selections).not.toHaveProperty('abweichenderKontoinhaber')
    expect(JSON.stringify(message)).not.toContain('Ada')
    expect(JSON.stringify(message)).not.toContain(iban)
  })

  test('shows the fields of a different dwelling and a different account holder', () => {
    const other = { ...adresse, strasse: 'Nebenweg' }
    const form = {
      ...anmeldungForm,
      wohnungsart: 'abweichende',
      abweichendeAdresse: other,
      abweichenderKontoinhaber: true,
      vornameLastschrift: 'Ada',
      nachnameLastschrift: "O'Connor",
      abweichenderKontoAdresse: other,
      kontoinhaberUnterschriftZustimmung: true,
    }
    const message = messageOf(runOf([['complete', { form }]]))
    expect(message.address).toEqual({ adresse, abweichendeAdresse: other, abweichenderKontoAdresse: other })
    expect(message.personalData).toMatchObject({ vornameLastschrift: 'Ada', nachnameLastschrift: "O'Connor" })
    expect(message.legal['kontoinhaberUnterschriftZustimmung']).toBe(true)
  })
})

describe('every kind of message', () => {
  const form = { ...firstStep, ...secondStep }
  test.each([
    ['start', runOf([['start']]), 'in_progress', 1, null, null],
    ['step', runOf([['start'], ['step', { step: 2, form }]]), 'in_progress', 2, 'Łucja', '2026-12-01'],
    ['abandon', runOf([['start'], ['abandon', { step: 2, form }]]), 'abandoned', 2, 'Łucja', '2026-12-01'],
    ['complete', ordered(), 'completed', 4, 'Łucja', '2026-12-01'],
  ] as const)('%s', (_, run, completionStatus, step, name, anmeldungAb) => {
    const message = messageOf(run)
    expect(message.meta).toMatchObject({ completionStatus, step, funnelType: 'anmeldung' })
    expect(message.tracking.step_number).toBe(step)
    expect(message.personalData['vorname']).toBe(name)
    expect(message.product).toMatchObject({ price: 49.99, currency: 'EUR', serviceLevel: 'premium' })
    expect(message.generated.anmeldungAb).toBe(anmeldungAb)
    if (completionStatus !== 'completed')
      expect(message.generated).toMatchObject({ orderId: null, orderNumber: null })
  })

  test('email has constants in meta, the actual step and no form value except the address', () => {
    const run = runOf([['start'], ['step', { form: firstStep }], ['email', { step: 3, form: { email } }]])
    const message = messageOf(run)
    expect(message.meta).toMatchObject({ funnelType: 'anmeldung', step: 2, completionStatus: 'canceled' })
    expect(message.product.price).toBe(0)
    expect(message.funnelData).toEqual({ funnelType: 'anmeldung', step: 3, stepName: 'zahlungsdaten' })
    expect(message.personalData).toEqual({
      anrede: null,
      vorname: null,
      nachname: null,
      geburtsdatum: null,
      beitragsnummer: null,
      firma: null,
      email,
    })
    expect(message.tracking.step_number).toBe(3)
  })

  test('the email message of another funnel has the type anmeldung in meta and the actual funnel in funnelData', () => {
    const other = { ...anmeldung, type: 'abmeldung' }
    const run = runOf([['email', { step: 3, form: { email } }]])
    run.events[0]!.funnel = 'abmeldung'
    const message = messageOf(run, { funnel: other })
    expect(message.meta.funnelType).toBe('anmeldung')
    expect(message.funnelData['funnelType']).toBe('abmeldung')
  })

  test.each(['invalid', 'lapsed', 'converted', 'support_requested'] as const)(
    '%s is not forwarded',
    (type) => {
      expect(isForwarded(storedEvent(type))).toBe(false)
    },
  )

  test.each(Object.keys(completionStatuses) as ForwardedType[])('contains the event type %s', (type) => {
    expect(messageOf(runOf([[type]])).meta.event).toBe(type)
  })

  test.each(['paid', 'sent', 'failed'] as const)('the message of %s contains the whole order', (type) => {
    const run = ordered()
    const later = runOf([['start'], ['step'], ['step'], ['step'], ['step'], ['step'], [type, { step: 4 }]])
    const message = messageOf({ events: [...run.events, later.events[6]!], personal: run.personal })
    const order = messageOf(run)
    expect(message.meta).toMatchObject({ event: type, completionStatus: 'completed', step: 4 })
    expect(message.generated).toEqual(order.generated)
    expect(message.product).toEqual(order.product)
    expect(sections(message)).toEqual(sections(order))
  })

  test('of refunded names the order and its price, without personal values', () => {
    const run = ordered()
    const refunded = storedEvent('refunded', { position: 7, step: 4 })
    const message = messageOf({ events: [...run.events, refunded], personal: run.personal })
    expect(message.meta).toMatchObject({ event: 'refunded', completionStatus: 'completed' })
    expect(message.generated).toMatchObject({ orderId, orderNumber: 'FL-TEST' })
    expect(message.product.price).toBe(messageOf(run).product.price)
    expect(message.personalData).toEqual({})
  })

  test('an amendment changes what later messages contain, not those of earlier events', () => {
    const run = ordered()
    const position = run.events.length + 1
    const changed = { ...run.personal.at(-1)!.personal.form, vorname: 'Aleksandra' }
    const amended = storedEvent('amended', { position, step: 4, facts: run.events.at(-1)!.facts })
    const sent = storedEvent('sent', { position: position + 1, step: 4 })
    const events = [...run.events, amended, sent]
    const personal = [...run.personal, { position, personal: { form: changed } }]
    expect(messageOf({ events, personal }).personalData['vorname']).toBe('Aleksandra')
    expect(messageOf(run).personalData['vorname']).toBe(vorname)
  })

  test('an erasure before the order does not complete the run', () => {
    const { meta, generated } = messageOf(runOf([['start'], ['step', { form: firstStep }], ['erased']]))
    expect(meta).toMatchObject({ event: 'erased', completionStatus: 'abandoned' })
    expect(generated.orderId).toBeNull()
  })
})

describe('as of the event', () => {
  test('later values replace earlier ones', () => {
    const run = runOf([
      ['step', { form: firstStep }],
      ['step', { step: 2, form: secondStep }],
      ['step', { form: { ...firstStep, vorname: 'Şahin' } }],
      ['abandon', { step: 2, form: { wohnungsart: 'abweichende' } }],
    ])
    const message = messageOf(run)
    expect(message.personalData).toMatchObject({ vorname: 'Şahin', nachname })
    expect(message.funnelData['wohnungsart']).toBe('abweichende')
    expect(message.address).toEqual({ adresse, abweichendeAdresse: null })
  })

  test('the campaign of the run is used if the browser has lost it', () => {
    const run = runOf([['start'], ['step', { form: firstStep }]])
    run.events[1]!.meta.touches = []
    expect(messageOf(run).tracking).toMatchObject({ utm_source: 'google', gclid: 'x' })
  })

  test('without any campaign all ten parameters are null', () => {
    const run = runOf([['start']])
    run.events[0]!.meta.touches = []
    const { tracking } = messageOf(run)
    expect(tracking.first_touch_timestamp).toBeNull()
    expect(Object.values(tracking).filter((value) => value === null)).toHaveLength(11)
  })
})

const sections = ({ personalData, address, payment, uploads }: WebhookMessage) => ({
  personalData,
  address,
  payment,
  uploads,
})

const gclidOf = (consent: 'none' | 'marketing', forwardDrafts: 'on' | 'off' = 'on') => {
  const run = runOf([['start'], ['step', { form: firstStep }]])
  for (const event of run.events) event.meta.consent = consent
  return messageOf(run, { forwardDrafts }).tracking.gclid
}

test('click ids are sent only with consent, and never for drafts without personal data', () => {
  expect([gclidOf('marketing'), gclidOf('none'), gclidOf('marketing', 'off')]).toEqual(['x', null, null])
})

describe('FORWARD_DRAFTS=on', () => {
  const form = {
    ...firstStep,
    ...secondStep,
    email,
    iban,
    zahlungsart: 'lastschrift',
    zahlungsrhythmus: 'jaehrlich',
  }

  test.each(['step', 'abandon'] as const)('withholds IBANs and uploads of %s', (type) => {
    const run = runOf([['start'], [type, { step: 3, form }]])
    const bank = { bic: 'COBADEFFXXX', name: 'Commerzbank' }
    const message = messageOf(run, { forwardDrafts: 'on', uploads: new Map() })
    expect(message.personalData).toMatchObject({ vorname, nachname })
    expect(message.payment).toMatchObject({ iban: null, zahlungsart: 'lastschrift' })
    expect(message.uploads).toEqual({})
    expect(JSON.stringify(message)).not.toContain(iban)
    expect(messageOf(run, { forwardDrafts: 'full', bank }).payment['iban']).toBe(iban)
  })

  test('withholds the bank data of every funnel', () => {
    const run = runOf([['start']])
    const event = storedEvent('step', { position: 2, funnel: 'aenderung', step: 3 })
    const bankForm = {
      bankdatenAendern: 'ja',
      zahlungsweise: 'bisherige',
      bisherigeIban: iban,
      neueBankdatenIban: iban,
    }
    const personal = [{ position: 2, personal: { form: bankForm } }]
    const message = messageOf(
      { events: [run.events[0]!, event], personal },
      { funnel: aenderung, forwardDrafts: 'on' },
    )
    expect(JSON.stringify(message)).not.toContain(iban)
    const full = messageOf({ events: [run.events[0]!, event], personal }, { funnel: aenderung })
    expect(JSON.stringify(full)).toContain(iban)
  })

  test('does not change the order', () => {
    expect(messageOf(ordered(), { forwardDrafts: 'on' }).payment['iban']).toBe(iban)
  })
})

describe('personal data is withheld', () => {
  test.each([
    'withdrawal_declared',
    'withdrawal_revoked',
    'withdrawal_declined',
    'withdrawn',
    'refunded',
    'erased',
  ] as const)('of %s', (type) => {
    const run = ordered()
    const event = storedEvent(type, { position: 7, step: 4, meta: { consent: 'marketing', touches } })
    const message = messageOf({ events: [...run.events, event], personal: run.personal })
    expect(sections(message)).toEqual(empty)
    expect(message.generated).toMatchObject({ orderId, orderNumber: 'FL-TEST' })
    expect(message.tracking.gclid).toBeNull()
    for (const value of [vorname, nachname, geburtsdatum, email, iban, adresse.strasse])
      expect(JSON.stringify(message)).not.toContain(value)
  })

  const empty = { personalData: {}, address: {}, payment: {}, uploads: {} }
  const entries = [
    ['step', { step: 2, form: { ...firstStep, ...secondStep } }],
    ['email', { step: 3, form: { email } }],
    ['abandon', { step: 3, form: { ...firstStep, iban, zahlungsart: 'lastschrift' } }],
  ] as [StoredEventType, { step?: number; form: object }][]

  test.each(entries)('of %s, with FORWARD_DRAFTS=off', (...entry) => {
    const message = messageOf(runOf([['start'], entry]), { forwardDrafts: 'off' })
    expect(sections(message)).toEqual(empty)
    for (const value of [vorname, nachname, geburtsdatum, email, iban, adresse.strasse])
      expect(JSON.stringify(message)).not.toContain(value)
  })

  test('except for the order', () => {
    expect(messageOf(ordered(), { forwardDrafts: 'off' }).personalData['email']).toBe(email)
  })

  test('of every kind after an erasure, which keeps the facts', () => {
    for (const [type, { form }] of entries) {
      const run = runOf([['start'], [type, { form }]])
      const message = messageOf({ ...run, personal: [] }, { erased: true })
      expect(sections(message)).toEqual(empty)
      expect(message.tracking).toMatchObject({ utm_source: 'google', gclid: null })
    }
    const order = messageOf({ ...ordered(), personal: [] }, { erased: true })
    expect(sections(order)).toEqual(empty)
    expect(order.funnelData).toEqual({
      anmeldungZu: null,
      naechstmoeglich: true,
      wohnungsart: 'obige',
      unternehmer: null,
    })
    expect(order.selections['zahlungsart']).toBe('lastschrift')
  })
})

test('empty dates become null, and names ending in pdf pass through unchanged', () => {
  const funnel: Funnel = {
    ...anmeldung,
    steps: [
      {
        name: 'eins',
        title: 'Eins',
        fields: [
          birthDate({ name: 'neuesGeburtsdatum', required: false }),
          firstName({ name: 'antragpdf', required: false, section: 'funnelData' }),
        ],
      },
    ],
  }
  const run = runOf([['step', { form: { neuesGeburtsdatum: '', antragpdf: '' } }]], funnel)
  const message = messageOf(run, { funnel })
  expect(message.personalData).toEqual({ neuesGeburtsdatum: null })
  expect(message.funnelData).toEqual({ antragpdf: '' })
})
