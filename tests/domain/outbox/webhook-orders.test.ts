import { describe, expect, test } from 'vitest'
import { checkForm, splitForm } from '#domain/forms/check-form.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'
import { isForwarded, webhookMessageSchema } from '#domain/outbox/webhook-message.ts'
import { type WebhookPayloadInput, buildWebhookMessage } from '#domain/outbox/webhook-payload.ts'
import { isFact } from '#tests/domain/forms/named-field.ts'
import { storedEvent } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import type { Form } from '#tests/funnel-cases/funnel-cases.ts'
import * as valid from '#tests/funnel-cases/valid-values.ts'

const today = { year: 2026, month: 11, day: 20 }
const all = allCases(today)
const { anrede, vorname, nachname, geburtsdatum } = valid.person
const person = { anrede, vorname, nachname, geburtsdatum }

const file = { filename: 'nachweis.pdf', mimeType: 'application/pdf', size: 8, content: 'JVBERi0xLjc=' }
const uploads = new Map(valid.files(2).map((id) => [id, file]))

/**
 * Returns the webhook message for an order with this form. Like the service, builds it from the event and the personal
 * values.
 */
function messageOf(funnel: Funnel, form: Form, over: Partial<WebhookPayloadInput> = {}) {
  const { values, issues } = checkForm(funnel, form, today)
  expect(issues).toEqual([])
  const { facts, personal } = splitForm(funnel, values)
  const event = storedEvent('complete', { funnel: funnel.type, facts })
  if (!isForwarded(event)) throw new Error('an order is forwarded')
  const message = buildWebhookMessage({
    funnel,
    event,
    sequence: 1,
    events: [event],
    personal: [{ position: event.position, personal: { form: personal } }],
    erased: false,
    forwardDrafts: 'full',
    uploads,
    ...over,
  })
  expect(webhookMessageSchema.parse(JSON.parse(JSON.stringify(message)))).toEqual(message)
  return message
}

const orderOf = (funnel: Funnel, name: string) =>
  all.find((cases) => cases.funnel === funnel)!.orders.find((order) => order.name === name)!.form

const noBank = { bic: null, kreditinstitut: null }
const legal = { ...valid.consents, agb: true }

test('a deregistration contains its reason, the new payer and the recipient of the confirmation', () => {
  const message = messageOf(abmeldung, orderOf(abmeldung, 'mitbewohner'))
  expect(message).toMatchObject({
    tracking: { step_number: 4, step_name: 'bestaetigung', funnel_type: 'abmeldung' },
    product: { name: 'Abmeldung vom Rundfunkbeitrag', serviceLevel: 'vip' },
  })
  expect(message.personalData).toEqual({
    ...person,
    beitragsnummer: '123456789',
    bestaetigungVorname: 'Şahin',
    bestaetigungNachname: 'O’Connor',
    email: valid.email,
    mitbewohnerVorname: 'Zoë',
    mitbewohnerNachname: 'von der Au',
    mitbewohnerBeitragsnummer: '987654321',
    firma: null,
  })
  expect(message.address).toEqual({ adresse: valid.home, bestaetigungAdresse: valid.elsewhere })
  expect(message.funnelData).toEqual({
    abmeldedatum: '2026-12',
    naechstmoeglich: true,
    abmeldegrund: 'mitbewohner',
    unternehmer: null,
  })
  expect(message.payment).toEqual(noBank)
  expect(message.legal).toEqual(legal)
  expect(message.uploads).toEqual({ mitbewohnerDokumente: [file, file], dokumente: [file] })
  expect(message.generated).toMatchObject({ abmeldungZum: '2026-12-31' })
  expect(message.selections).toEqual({
    naechstmoeglich: true,
    abmeldegrund: 'mitbewohner',
    serviceLevel: 'vip',
    ...valid.consents,
  })
})

test('an additional dwelling contains both dwellings, the lease and the changed payment', () => {
  const message = messageOf(zusaetzlich, orderOf(zusaetzlich, 'another holder'), {
    bank: { bic: 'BKAUATWW', name: 'Bank Austria' },
  })
  expect(message.personalData).toEqual({
    ...person,
    beitragsnummer: '123456789',
    email: valid.email,
    vornameLastschrift: 'Şahin',
    nachnameLastschrift: 'O’Connor',
    firma: null,
  })
  expect(message.address).toEqual({
    adresse: valid.home,
    abweichendeAdresse: valid.elsewhere,
    abweichenderKontoAdresse: valid.elsewhere,
  })
  expect(message.funnelData).toEqual({ anmeldedatum: '2026-12', naechstmoeglich: false, unternehmer: null })
  expect(message.payment).toEqual({
    zahlungsweise: 'andere',
    zahlungsart: 'lastschrift',
    zahlungsrhythmus: 'jaehrlich',
    iban: valid.austrian,
    abweichenderKontoinhaber: true,
    bic: 'BKAUATWW',
    kreditinstitut: 'Bank Austria',
  })
  expect(message.legal).toEqual({ ...legal, widerruf: true, kontoinhaberUnterschriftZustimmung: true })
  expect(message.uploads).toEqual({ mietvertrag: [file, file] })
  expect(message.generated).toMatchObject({ anmeldungAb: '2026-12-01' })
})

test('a change contains the new data, the new bank data and the data they replace', () => {
  const message = messageOf(aenderung, orderOf(aenderung, 'contact'))
  expect(message.personalData).toEqual({
    ...person,
    beitragsnummer: '123456789',
    neueAnrede: 'frau',
    neuerVorname: 'Zoë',
    neuerNachname: 'von der Au',
    neuesGeburtsdatum: '2017-05-17',
    email: valid.email,
    neueBankdatenAnrede: 'herr',
    neueBankdatenVorname: 'Łucja',
    neueBankdatenNachname: 'von der Au',
    neueBankdatenGeburtsdatum: '2017-05-17',
    neueBankdatenBeitragsnummer: '123456789',
    firma: null,
  })
  expect(message.address).toEqual({ adresse: valid.home, neueAdresse: valid.elsewhere })
  expect(message.funnelData).toEqual({
    changeType: 'contact',
    inkrafttretensdatum: '2026-12',
    naechstmoeglich: false,
    abweichendeLieferadresse: false,
    unternehmer: null,
  })
  expect(message.payment).toEqual({
    zahlungsweise: 'andere',
    zahlungsart: 'lastschrift',
    zahlungsrhythmus: 'vierteljaehrlich',
    iban: valid.german,
    abweichenderKontoinhaber: false,
    bankdatenAendern: 'ja',
    bisherigeIban: valid.austrian,
    neueBankdatenIban: valid.german,
    ...noBank,
  })
  expect(message.uploads).toEqual({ meldebescheinigung: [], zahlungsnachweis: [] })
  expect(message.generated).toMatchObject({ aenderungAb: '2026-12-01' })
})

test('a business order contains the company and only the consents that it requires', () => {
  const message = messageOf(anmeldung, orderOf(anmeldung, 'an entrepreneur, half-yearly'))
  const { widerrufsrecht: _, frueherAuftragsbeginn: __, ...required } = legal
  expect(message.personalData).toMatchObject({ firma: valid.business.firma })
  expect(message.funnelData).toMatchObject({ unternehmer: true })
  expect(message.selections).toMatchObject({ unternehmer: true })
  expect(message.legal).toEqual({ ...required, widerruf: true })
})

describe.each(
  all.flatMap(({ funnel, orders }) =>
    orders.map((order) => [funnel.type, order.name, funnel, order] as const),
  ),
)('%s, %s', (_type, _name, funnel, { form }) => {
  const { values } = checkForm(funnel, form, today)

  test('contains each value once, in the section of its field, and each choice among the selections', () => {
    const message = messageOf(funnel, form)
    const sections = ['personalData', 'address', 'payment', 'legal', 'uploads', 'funnelData'] as const
    for (const field of fieldsOf(funnel)) {
      const { name, section } = field
      const at = sections.filter((one) => Object.hasOwn(message[one], name))
      const value = values[name]
      if (isFact(field)) expect(message.selections[name]).toBe(value)
      if (name === 'serviceLevel') expect(at).toEqual([])
      else if (value !== undefined) expect(at, name).toEqual([section])
      if (value !== undefined && at.length > 0 && section !== 'uploads')
        expect(message[section][name], name).toEqual(value)
    }
  })

  test('omits all files of a field if one of them cannot be read', () => {
    const [first] = valid.files(1)
    const message = messageOf(funnel, form, { uploads: new Map([[first!, file]]) })
    for (const [field, files] of Object.entries(message.uploads))
      expect(files).toEqual((values[field] as string[] | undefined)?.length === 1 ? [file] : [])
    expect(Object.values(messageOf(funnel, form, { uploads: new Map() }).uploads).flat()).toEqual([])
  })

  test('keeps only its choices after an erasure', () => {
    const {
      personalData,
      address,
      payment,
      uploads: files,
      funnelData,
    } = messageOf(funnel, form, {
      personal: [],
      erased: true,
    })
    expect({ personalData, address, payment, files }).toEqual({
      personalData: {},
      address: {},
      payment: {},
      files: {},
    })
    for (const [name, value] of Object.entries(funnelData))
      expect(value).toEqual(
        fieldsOf(funnel).some((field) => field.name === name && isFact(field))
          ? (values[name] ?? null)
          : null,
      )
  })
})
