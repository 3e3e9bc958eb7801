import { expect } from 'playwright/test'
import type { Branch } from './branches.ts'
import { uploadedProof } from './fill-form.ts'
import type { WebhookMessage } from './running-service.ts'

// Fields of each section of a webhook message. They are not derived from the funnels, because a changed funnel must not
// change the contract with receivers unnoticed.
const words = (list: string) => list.trim().split(/\s+/)

const sections = {
  personalData: words(`
    anrede vorname nachname geburtsdatum beitragsnummer email bestaetigungVorname bestaetigungNachname
    mitbewohnerVorname mitbewohnerNachname mitbewohnerBeitragsnummer
    neueAnrede neuerVorname neuerNachname neuesGeburtsdatum
    partnerAnrede partnerVorname partnerNachname partnerGeburtsdatum vornameLastschrift nachnameLastschrift
    neueBankdatenAnrede neueBankdatenVorname neueBankdatenNachname neueBankdatenGeburtsdatum
    neueBankdatenBeitragsnummer firma`),
  address: words(`
    adresse abweichendeAdresse bestaetigungAdresse abzumeldendeAdresse neueAdresse partnerAdresse
    abweichenderKontoAdresse lieferAdresse`),
  funnelData: words(`
    anmeldungZu abmeldedatum anmeldedatum inkrafttretensdatum naechstmoeglich wohnungsart abmeldegrund
    sonstigeGruende changeType abweichendeLieferadresse unternehmer`),
  payment: words(`
    zahlungsweise zahlungsart zahlungsrhythmus iban abweichenderKontoinhaber bankdatenAendern bisherigeIban
    neueBankdatenIban`),
  legal: words(`
    eigeneDaten datenschutz agbVerbraucher widerrufsrecht frueherAuftragsbeginn digitaleUnterschriftZustimmung
    widerruf kontoinhaberUnterschriftZustimmung`),
  uploads: words(`
    dokumente mitbewohnerDokumente auslandsDokumente sterbeurkunde sonstigeDokumente mehrereWohnungenDokumente
    mietvertrag personalausweis meldebescheinigung zahlungsnachweis`),
}

const boxes = new Set(words('naechstmoeglich abweichendeLieferadresse abweichenderKontoinhaber unternehmer'))

const facts = [
  ...words(`
    naechstmoeglich wohnungsart abmeldegrund changeType abweichendeLieferadresse zahlungsweise zahlungsart
    zahlungsrhythmus abweichenderKontoinhaber bankdatenAendern unternehmer`),
  ...sections.legal,
]

const byFunnel = {
  anmeldung: { month: 'anmeldungZu', day: 'anmeldungAb', ahead: 1, product: 'Anmeldung zum Rundfunkbeitrag' },
  abmeldung: {
    month: 'abmeldedatum',
    day: 'abmeldungZum',
    ahead: 0,
    product: 'Abmeldung vom Rundfunkbeitrag',
  },
  zusaetzlich: {
    month: 'anmeldedatum',
    day: 'anmeldungAb',
    ahead: 1,
    product: 'Anmeldung einer zusätzlichen Wohnung',
  },
  aenderung: {
    month: 'inkrafttretensdatum',
    day: 'aenderungAb',
    ahead: 1,
    product: 'Änderungsmitteilung zum Rundfunkbeitrag',
  },
} as const

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

interface Visit {
  runId: string
  orderId: string
  device: 'mobile' | 'desktop'
}

/** Expects the webhook message of an order to match the contract, section by section and field by field. */
export function expectCompleteMessage(message: WebhookMessage, { funnel, form }: Branch, visit: Visit): void {
  const expected = byFunnel[funnel.type as keyof typeof byFunnel]
  const month = nextPossible(expected.ahead)
  const entered = enteredOn(
    { ...form, ...(form['naechstmoeglich'] === true && { [expected.month]: month }) },
    funnel.type,
  )

  expect(message.meta).toEqual({
    timestamp: expect.stringMatching(instant),
    funnelType: funnel.type,
    funnelId: visit.runId,
    sessionId: visit.runId,
    step: 4,
    sequence: expect.any(Number),
    event: 'complete',
    completionStatus: 'completed',
    version: '1.0',
  })
  expect(message.tracking).toEqual({
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'herbst',
    utm_content: null,
    utm_term: null,
    // Click ids are null, because the visitor has not consented.
    gclid: null,
    fbclid: null,
    msclkid: null,
    ttclid: null,
    twclid: null,
    step_number: 4,
    step_name: 'bestaetigung',
    funnel_type: funnel.type,
    first_touch_timestamp: expect.stringMatching(instant),
    session_start_timestamp: expect.stringMatching(instant),
    device: visit.device,
  })
  expectSection(message.personalData, sections.personalData, entered)
  expectSection(message.address, sections.address, entered)
  expectSection(message.funnelData, sections.funnelData, entered)
  const { bic, kreditinstitut, ...payment } = message.payment
  expectSection(payment, sections.payment, entered)
  const german = Object.values(payment).includes('DE89370400440532013000')
  expect([bic, kreditinstitut]).toEqual(german ? ['COBADEFFXXX', 'Commerzbank'] : [null, null])
  expect(message.legal).toEqual({ ...pick(entered, sections.legal), agb: true })
  expectUploads(message.uploads, entered)
  expect(message.product).toEqual({
    name: expected.product,
    price: 49.99,
    currency: 'EUR',
    serviceLevel: 'premium',
  })
  expect(message.generated).toEqual({
    orderId: visit.orderId,
    orderNumber: expect.stringMatching(/^FL-[0-9A-Z]{10}$/),
    [expected.day]: dayOf(String(entered[expected.month]), expected.day),
  })
  expect(withoutFalse(message.selections)).toEqual(
    withoutFalse({ ...pick(entered, facts), serviceLevel: 'premium' }),
  )
  const events = message.events.map(({ type, step }) => `${type} ${step}`)
  expect(events).toEqual(expect.arrayContaining(['start 1', 'step 1', 'step 2', 'step 3']))
  expect(events.at(-1)).toBe('complete 4')
}

/**
 * Expects a section to contain the entered values unchanged and no fields of other sections. Empty fields must be null,
 * or false if they are checkboxes.
 */
function expectSection(
  section: Record<string, unknown>,
  names: readonly string[],
  entered: Record<string, unknown>,
) {
  expect(section).toMatchObject(withoutFalse(pick(entered, names)))
  for (const [name, value] of Object.entries(section)) {
    expect(names).toContain(name)
    if (!entered[name]) expect(value, name).toBe(boxes.has(name) ? false : null)
  }
}

function expectUploads(uploads: Record<string, unknown>, entered: Record<string, unknown>) {
  for (const name of sections.uploads)
    if (name in entered)
      expect(uploads[name], name).toEqual((entered[name] as string[]).map(() => uploadedProof))
    else if (name in uploads) expect(uploads[name], name).toEqual([])
  for (const name of Object.keys(uploads)) expect(sections.uploads).toContain(name)
}

function pick(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

/** Leaves out values that are false, because an unticked checkbox is equivalent to an untouched one. */
function withoutFalse(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== false))
}

/** Returns the values that the page sends for a form: those of visible fields that are not empty. */
function enteredOn(form: Record<string, unknown>, funnelType: string): Record<string, unknown> {
  const { serviceLevel: _, ...rest } = form
  if (funnelType === 'anmeldung') delete rest['beitragsnummer']
  // In a change of contact data, missing new values default to the current data.
  if (rest['changeType'] === 'contact') {
    rest['neueAnrede'] ??= rest['anrede']
    rest['neuerVorname'] ??= rest['vorname']
    rest['neuerNachname'] ??= rest['nachname']
    rest['neuesGeburtsdatum'] ??= rest['geburtsdatum']
  }
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value)))
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * Returns the earliest month for which an order is possible, as YYYY-MM: the current month in Berlin if `ahead` is 0
 * (deregistrations), otherwise the month after it.
 */
function nextPossible(ahead: 0 | 1): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now())
  const [year = 0, month = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + ahead, 1)).toISOString().slice(0, 7)
}

/**
 * Returns the day on which an order takes effect: the last day of the month for deregistrations, otherwise the first.
 */
function dayOf(yearMonth: string, name: string): string {
  if (name !== 'abmeldungZum') return `${yearMonth}-01`
  const [year = 0, month = 0] = yearMonth.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
