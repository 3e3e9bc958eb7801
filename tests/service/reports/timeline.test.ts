import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributionModels } from '#domain/attribution/credit-touches.ts'
import { runContract } from '#domain/reports/run/shape.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { anmeldungForm, iso, noon } from '#tests/build-events.ts'
import { type Reports, minute, openReports, run } from './open-reports.ts'

let reports: Reports
const runId = '33333333-3333-4333-8333-333333333333'
const ada = {
  ...anmeldungForm,
  vorname: 'Adalberta',
  nachname: 'Zwiebelturm',
  geburtsdatum: '1971-02-03',
  email: 'adalberta@example.org',
  iban: 'DE02120300000000202051',
  adresse: { ...anmeldungForm.adresse, strasse: 'Quittenallee' },
}
const personal = [
  'Adalberta',
  'adalberta',
  'Zwiebelturm',
  '1971-02-03',
  '00202051',
  'Quittenallee',
  'click-of-ada',
]

beforeAll(async () => {
  reports = await openReports()
  const event = run(runId)
  await reports.send(
    { at: noon, touches: [{ at: iso(noon), utm_source: 'google', gclid: 'click-of-ada' }] },
    event('start', noon - 5 * minute),
    event('step', noon - 4 * minute, { form: { vorname: ada.vorname, nachname: ada.nachname } }),
    event('email', noon - 3 * minute, { form: { email: ada.email } }),
    event('abandon', noon - 2 * minute),
    event('complete', noon, { form: ada }),
  )
  const { store } = reports.service
  const order = (await store.log.readRun(runId)).find(({ type }) => type === 'complete')!
  const payment = { orderId: order.id, paymentId: 'pay-of-ada', amountCents: 4999 }
  const paid = serviceEvent('paid', order.id, payment, order, noon + minute)
  await store.log.append({ events: [paid], rejected: [], now: noon, dedupeWindowMs: 0 })
})
afterAll(() => reports.service.close())

test('a run is shown event by event', async () => {
  const response = await reports.get(`runs/${runId}`)
  expect(response.status, await response.clone().text()).toBe(200)
  const report = (await response.json()) as object
  const checked = runContract.shape.parse(report)
  expect(checked).toEqual(report)
  expect(response.headers.get('x-as-of-position')).toBe('6')
  expect(checked.run).toMatchObject({
    runId,
    funnel: 'anmeldung',
    startedAt: iso(noon - 5 * minute),
    device: 'mobile',
    browser: 'Chrome',
    source: 'google',
    reason: '(none)',
    consent: 'marketing',
    stage: 4,
    status: 'completed',
    recovered: true,
    orderStatus: 'paid',
    priceCents: 4999,
  })
  expect(checked.events.map(({ type, stepName, data }) => [type, stepName, data])).toEqual([
    ['start', 'persoenliche-daten', { entry: '/rundfunkbeitrag-anmelden/step-1' }],
    ['step', 'persoenliche-daten', { seconds: 20 }],
    ['email', 'persoenliche-daten', {}],
    ['abandon', 'persoenliche-daten', { trigger: 'pagehide' }],
    ['complete', 'bestaetigung', { orderNumber: checked.run.orderNumber, priceCents: 4999 }],
    ['paid', 'bestaetigung', { amountCents: 4999 }],
  ])
})

test('each contact of an order has the share that every model gives it', async () => {
  const day = 24 * 60 * minute
  const id = '33333333-3333-4333-8333-333333333334'
  const event = run(id)
  const touches = [
    { at: iso(noon - 3 * day), utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'umzug' },
    { at: iso(noon - 2 * day), utm_source: 'newsletter', utm_medium: 'email' },
  ]
  const data = { secretHash: 'a'.repeat(64), entry: '/', referrer: 'chatgpt.com' }
  // The client's clock is a day ahead.
  const ahead = { at: noon - day, sentAt: noon, touches }
  await reports.send(ahead, event('start', noon, { data }))
  const withoutOrder = await reports.get(`runs/${id}`)
  const started = runContract.shape.parse(await withoutOrder.json())
  await reports.send({ ...ahead, touches: touches.slice(0, 1) }, event('complete', noon, { form: ada }))
  const ordered = runContract.shape.parse(await (await reports.get(`runs/${id}`)).json())

  expect(
    started.contacts.map(({ at, channel, source, campaign }) => ({ at, channel, source, campaign })),
  ).toEqual([
    { at: iso(noon - 4 * day), channel: 'Paid Search', source: 'google', campaign: 'umzug' },
    { at: iso(noon - 3 * day), channel: 'Email', source: 'newsletter', campaign: '(none)' },
    { at: iso(noon - day), channel: 'AI Assistants', source: 'chatgpt.com', campaign: '(none)' },
  ])
  expect(started.contacts.map(({ shares }) => shares)).toEqual([
    { first: 1, last: 0, linear: 1 / 3, position: 0.4, decay: expect.closeTo(1 / 11) as number },
    { first: 0, last: 0, linear: 1 / 3, position: 0.2, decay: expect.closeTo(2 / 11) as number },
    { first: 0, last: 1, linear: 1 / 3, position: 0.4, decay: expect.closeTo(8 / 11) as number },
  ])
  expect(ordered.contacts.map(({ channel }) => channel)).toEqual(['Paid Search', 'AI Assistants'])
  expect(ordered.contacts.map(({ shares }) => shares.linear)).toEqual([0.5, 0.5])
  for (const { contacts } of [started, ordered])
    for (const model of attributionModels)
      expect(contacts.reduce((sum, { shares }) => sum + shares[model], 0)).toBeCloseTo(1, 12)
})

test('an unknown run returns 404', async () => {
  expect((await reports.get('runs/44444444-4444-4444-8444-444444444444')).status).toBe(404)
})

test('no report contains personal data or the run’s secret', async () => {
  const range = 'from=2026-11-20&to=2026-11-20'
  const paths = [
    `runs/${runId}`,
    `orders?${range}`,
    `orders.csv?${range}`,
    `drop-off?funnel=anmeldung&${range}`,
    `attribution?${range}&model=last&by=source`,
    'deliveries',
    'deliveries.csv',
  ]
  expect(await reports.service.store.vault.read(runId)).not.toEqual([])
  for (const path of paths) {
    const response = await reports.get(path)
    expect(response.status, path).toBe(200)
    const text = await response.text()
    for (const word of [...personal, 'pay-of-ada', 'a'.repeat(64), 'secretHash'])
      expect(text).not.toContain(word)
  }
})
