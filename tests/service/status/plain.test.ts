import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anmeldungForm } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { encodeForm } from '#tests/service/uploads/encode-form.ts'
import { type Status, openStatus } from './open-status.ts'

let status: Status
let cookie = ''

beforeEach(async () => {
  status = await openStatus()
  await status.emails.project()
  cookie = ''
})
afterEach(() => status.emails.close())

const get = (at: string) => status.emails.app.request(at, { headers: { cookie } })
const post = (at: string, body: Record<string, string> = {}, app = status.emails.app) =>
  app.request(at, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost', cookie },
    body: new URLSearchParams(body).toString(),
  })
const enter = (over: object = {}, app = status.emails.app) =>
  post(
    '/auftrag/zugang',
    { auftragsnummer: status.run.order.number, email: anmeldungForm.email, nachweis: '10115', ...over },
    app,
  )

async function open(): Promise<void> {
  const response = await enter()
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/auftrag/uebersicht')
  const set = response.headers.get('set-cookie')!
  expect(set).toMatch(/HttpOnly/)
  expect(set).toMatch(/SameSite=Strict/)
  expect(set).toMatch(/Path=\/auftrag/)
  cookie = set.split(';')[0]!
}

describe('without JavaScript', () => {
  test('an order is opened by number, e-mail and postal code, and every mismatch gets the same page', async () => {
    const pages = await Promise.all(
      [{ auftragsnummer: 'FL-0000000000' }, { email: 'x@example.org' }, { nachweis: '10116' }].map(
        async (over) => {
          const response = await enter(over)
          return `${response.status} ${response.headers.get('set-cookie')} ${await response.text()}`
        },
      ),
    )
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toMatch(/^403 null/)
    expect((await get('/auftrag/uebersicht')).status).toBe(401)
    await open()
    const page = await get('/auftrag/uebersicht')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const text = await page.text()
    for (const shown of ['Müller-Lüdenscheidt', 'Jetzt bezahlen', 'Auftrag erteilt', 'Vertrag widerrufen'])
      expect(text).toContain(shown)
  })

  test('the attempts are limited like those of the API', async () => {
    const { limitedApp } = status.emails
    for (let tried = 0; tried < 10; tried += 1)
      expect((await enter({ nachweis: '0' }, limitedApp)).status).toBe(403)
    expect((await enter({}, limitedApp)).status).toBe(429)
    // Whoever knows only the number cannot lock out the owner of the link.
    expect((await status.unlock('10115', limitedApp)).status).toBe(200)
  })

  test('a form from another site changes nothing', async () => {
    await open()
    const response = await status.emails.app.request('/auftrag/widerruf', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        cookie,
      },
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('nicht von unserer Website')
    expect(await status.run.status()).toBe('ordered')
  })

  test('a proxy that accepts https does not make the own forms foreign', async () => {
    const response = await status.emails.app.request('http://intern:3000/auftrag/abmelden', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // The public address of the service in this test; old browsers do not send Sec-Fetch-Site.
        origin: 'https://localhost:3000',
      },
    })
    expect(response.status).toBe(303)
  })

  test('a withdrawal that is not possible is not offered, and the page says so', async () => {
    await open()
    await post('/auftrag/widerruf')
    await eventually(async () => expect(await status.run.status()).toBe('withdrawn'))
    for (const page of [await get('/auftrag/widerruf'), await post('/auftrag/widerruf')]) {
      expect(page.status).toBe(409)
      expect(await page.text()).toContain('lässt sich hier nicht widerrufen')
    }
    const unpayable = await post('/auftrag/bezahlen')
    expect(unpayable.status).toBe(409)
    expect(await unpayable.text()).toContain('Der Stand Ihres Auftrags hat sich geändert')
  })

  test('an objection ends a declared withdrawal', async () => {
    await open()
    await status.declare()
    expect(await (await get('/auftrag/uebersicht')).text()).toContain('Dem Widerruf widersprechen')
    expect(await (await post('/auftrag/widerspruch')).text()).toContain('Ihr Auftrag bleibt bestehen')
    expect(await status.run.status()).toBe('ordered')
    expect((await post('/auftrag/widerspruch')).status).toBe(409)
  })

  test('a withdrawal after posting is checked, and never said to be final', async () => {
    await open()
    await status.post()
    expect(await (await get('/auftrag/widerruf')).text()).toContain('Wir prüfen Ihren Widerruf')
    expect(await (await post('/auftrag/widerruf')).text()).toContain('Wir prüfen Ihren Widerruf')
    await eventually(async () => expect(await status.run.status()).toBe('withdrawal_declared'))
    const page = await (await get('/auftrag/uebersicht')).text()
    expect(page).toContain('Wir prüfen Ihren Widerruf und schreiben Ihnen.')
    expect(page).not.toMatch(/ruht|gilt sofort|drei Tagen/)
  })

  test('the payment page is a link', async () => {
    await open()
    expect(await (await post('/auftrag/bezahlen')).text()).toContain('/testzahlung?')
  })

  test('data is changed with the checks and the renewed consent of the wizard', async () => {
    await open()
    const page = await (await get('/auftrag/aendern')).text()
    expect(page).toContain('value="Łucja"')
    expect(page).not.toContain('name="adresse.plz"')
    const hidden = Object.fromEntries(
      [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    )
    const { vorname: _, ...rest } = anmeldungForm
    const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string') as [string, string][]
    const entries = { ...hidden, ...Object.fromEntries(texts), iban: 'DE02120300000000202051' }
    const refused = await post('/auftrag/aendern', { ...entries, vorname: '' })
    expect(refused.status).toBe(422)
    const text = await refused.text()
    expect(text).toContain('Bitte geben Sie Ihren Vornamen ein')
    expect(text).toMatch(/<input\s+type="checkbox"\s+name="widerruf"/)
    const felder = /name="felder"\s+value="([^"]*)"/.exec(text)![1]!
    const saved = await post('/auftrag/aendern', { ...entries, felder, vorname: 'Lucia', widerruf: 'on' })
    expect(await saved.text()).toContain('gespeichert')
    expect((await status.data()).values).toEqual({
      ...anmeldungForm,
      vorname: 'Lucia',
      iban: 'DE02120300000000202051',
    })
  })

  test('the e-mail address is corrected, and the order is withdrawn', async () => {
    await open()
    expect((await post('/auftrag/e-mail', { email: 'falsch' })).status).toBe(422)
    expect((await post('/auftrag/e-mail', { email: 'neu@example.org' })).status).toBe(200)
    expect((await status.data()).values['email']).toBe('neu@example.org')
    expect(await (await get('/auftrag/widerruf')).text()).toContain('Widerruf bestätigen')
    expect(await (await post('/auftrag/widerruf')).text()).toContain('Ihr Widerruf ist eingegangen')
    await eventually(async () => expect(await status.run.status()).toBe('withdrawn'))
  })

  test('a file is refused for a field that the order does not have', async () => {
    await open()
    const form = new FormData()
    form.set('file', new File([new Uint8Array(sampleFiles['image/jpeg'])], 'a.jpg', { type: 'image/jpeg' }))
    const { contentType, body } = await encodeForm(form)
    const response = await status.emails.app.request('/auftrag/nachweis/mietvertrag', {
      method: 'POST',
      headers: { 'content-type': contentType, origin: 'http://localhost', cookie },
      body,
    })
    expect(response.status).toBe(422)
  })

  test('the page after the payment shows the public facts, and the status page its form', async () => {
    await writeShell()
    const success = await (await get(`/success?order=${status.run.order.id}`)).text()
    for (const shown of [status.run.order.number, '49,99', 'Anmeldung', 'Bitte bezahlen Sie bis', 'E-Mail'])
      expect(success).toContain(shown)
    for (const hidden of ['Łucja', 'example.org']) expect(success).not.toContain(hidden)
    expect(await (await get('/auftrag')).text()).toContain('name="auftragsnummer"')
    // Other pages keep the general notice, and an unknown order is not one about a form.
    expect(await (await get('/rundfunkbeitrag-anmelden/step-2')).text()).toContain(
      '<noscript>JavaScript</noscript>',
    )
    expect(await (await get('/success?order=unknown')).text()).toMatch(
      /Auftrag nicht gefunden.*name="auftragsnummer".*href="\/widerruf"/s,
    )
  })

  test('the way to the payment says that the order has arrived, and how to pay it', async () => {
    await writeShell()
    const page = await (await get(`/checkout/anmeldung?order=${status.run.order.id}`)).text()
    expect(page).toMatch(new RegExp(`name="auftragsnummer"\\s+value="${status.run.order.number}"`))
    expect(page).toMatch(/name="auftragsnummer".*href="\/widerruf".*href="\/impressum"/s)
    expect(page).not.toContain('<noscript>JavaScript</noscript>')
  })
})

/** Writes the page of the built site that the browser renders. */
async function writeShell(): Promise<void> {
  const web = path.join(status.service.folder, 'web')
  await mkdir(web, { recursive: true })
  await writeFile(path.join(web, 'index.html'), '<head></head><noscript>JavaScript</noscript>')
}
