import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { experiment } from '#tests/domain/experiments/funnel-with-experiment.ts'
import { type Status, openStatus } from '#tests/service/status/open-status.ts'

const [control, changed] = experiment.variants
/** All runs have variant b. */
const experiments = [
  {
    ...experiment,
    variants: [
      { ...control, weight: 0 },
      { ...changed!, weight: 100 },
    ] as const,
  },
]
const changedLabel = changed!.fields!['email']!.label!
const { zahlungsrhythmus: _, ...form } = anmeldungForm

let status: Status
let cookie = ''

const send = (at: string, body?: Record<string, string>) =>
  status.emails.app.request(`/auftrag/${at}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost', cookie },
    ...(body && { method: 'POST', body: new URLSearchParams(body).toString() }),
  })

beforeEach(async () => {
  // The status page has the funnels of the product, and no way to get others.
  Object.assign(anmeldung, { experiments })
  status = await openStatus({ runId: uuidv7({ msecs: noon }), form })
  await status.emails.project()
  const entered = {
    auftragsnummer: status.run.order.number,
    email: anmeldungForm.email,
    nachweis: anmeldungForm.adresse.plz,
  }
  cookie = (await send('zugang', entered)).headers.get('set-cookie')!.split(';')[0]!
})
afterEach(async () => {
  delete (anmeldung as { experiments?: unknown }).experiments
  await status.emails.close()
})

test('an order is shown and amended without JavaScript by the texts and rules of its variant', async () => {
  for (const page of ['uebersicht', 'aendern'])
    expect(await (await send(page)).text(), page).toContain(changedLabel)
  const refused = await send('aendern', { version: '0', felder: 'vorname', vorname: '' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain(changedLabel)
  expect(page).not.toContain('Zahlungsrhythmus *')
  const amended = await send('aendern', { version: '0', felder: 'vorname', vorname: 'Ala' })
  expect(await amended.text()).toContain('Ihre Änderungen sind gespeichert')
})
