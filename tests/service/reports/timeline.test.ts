import { afterAll, beforeAll, expect, test } from 'vitest'
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
