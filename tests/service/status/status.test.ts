import { maxAmendments } from '#domain/orders/amendment-limit.ts'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type Emails, openEmails } from '#tests/service/mail/open-emails.ts'
import { type Status, openStatus } from './open-status.ts'

const hour = 3600 * 1000
const day = 24 * hour
const databases = postgresDatabases('file')
const engines = {
  SQLite: () => openEmails(),
  PostgreSQL: async () => {
    const url = await databases.url()
    return openEmails({ openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) })
  },
}

let emails: Emails
let status: Status

const problemOf = async (response: Response) => ({
  status: response.status,
  type: ((await response.json()) as { type: string }).type.split(':').at(-1),
})

describe.each(Object.entries(engines))('the status page on %s', (_engine, open) => {
  beforeAll(async () => {
    emails = await open()
  })
  beforeEach(async () => {
    emails.service.clock.set(noon)
    status = await openStatus({ emails })
  })
  afterAll(() => emails.close())

  describe('the state of an order', () => {
    test('needs only the token, and contains no personal data', async () => {
      const response = await status.request('', { 'x-status-token': status.token })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const text = await response.text()
      for (const value of ['Łucja', 'Lüdenscheidt', 'example.org', '10115', '1990'])
        expect(text).not.toContain(value)
      expect(JSON.parse(text)).toMatchObject({
        number: status.run.order.number,
        status: 'ordered',
        can: { pay: true, amend: true, withdraw: true },
        steps: [{ title: 'Auftrag erteilt', state: 'done' }, { title: 'Zahlung', state: 'now' }, {}, {}, {}],
      })
    })

    test('names the time until which a paid order can be changed', async () => {
      await status.pay()
      const state = await status.state()
      expect(state).toMatchObject({ status: 'paid', can: { pay: false, amend: true } })
      expect(Date.parse(state.changeUntil!)).toBe(status.service.clock.now() + 2 * hour)
      expect(state.steps.find((step) => step.state === 'now')?.text).toContain(
        'Bis zum 20. November 2026 um 13:00 Uhr',
      )
    })

    test.each(['', 'falsch', 'A'.repeat(72)])('is not shown for the token %j', async (token) => {
      expect(await problemOf(await status.request('', { 'x-status-token': token }))).toEqual({
        status: 404,
        type: 'unknown-status-link',
      })
    })
  })

  describe('unlocking', () => {
    test.each(['10115', ' 101 15', '1990-05-17', '17.05.1990', '17.5.1990'])('accepts %j', async (proof) => {
      expect((await status.unlock(proof)).status).toBe(200)
    })

    test('answers every mismatch alike', async () => {
      await emails.project()
      const lookUp = (over: object) =>
        status.request(
          '/lookup',
          {},
          { number: status.run.order.number, email: anmeldungForm.email, proof: '10115', ...over },
        )
      expect((await lookUp({})).status).toBe(200)
      expect(
        (await lookUp({ email: 'LUCJA@example.org', number: status.run.order.number.toLowerCase() })).status,
      ).toBe(200)
      const answers = await Promise.all([
        status.unlock('10116'),
        status.unlock('Lüdenscheidt'),
        lookUp({ number: 'FL-0000-0000' }),
        lookUp({ email: 'andere@example.org' }),
        lookUp({ proof: '1990-05-18' }),
      ])
      const texts = new Set(
        await Promise.all(answers.map(async (one) => `${one.status} ${await one.text()}`)),
      )
      expect(texts.size).toBe(1)
      expect([...texts][0]).toContain('403')
    })

    test('is limited per order, also for the right answer, but keeps what is unlocked', async () => {
      const opened = await status.access()
      const limitedApp = emails.makeLimitedApp()
      for (let tried = 0; tried < 10; tried += 1)
        expect((await status.unlock('00000', limitedApp)).status).toBe(403)
      expect((await status.unlock('10115', limitedApp)).status).toBe(429)
      expect((await status.request('/data', opened, undefined, limitedApp)).status).toBe(200)
    })

    test('is limited per order and day', async () => {
      const { count } = createSingleProcess()
      // Counts as over a whole day, in which the limits per hour are never reached.
      const app = emails.makeLimitedApp(async (client, limit, points) =>
        'perDay' in limit ? count(client, limit, points) : undefined,
      )
      const tried = await Promise.all(Array.from({ length: 31 }, async () => status.unlock('00000', app)))
      expect(tried.filter((one) => one.status === 403)).toHaveLength(30)
      expect((await status.unlock('10115', app)).status).toBe(429)
    })

    test('right attempts are not counted', async () => {
      const limitedApp = emails.makeLimitedApp()
      for (let tried = 0; tried < 12; tried += 1)
        expect((await status.unlock('10115', limitedApp)).status).toBe(200)
    })

    test('ends after an hour, and no other token opens the data', async () => {
      const opened = await status.access()
      expect((await status.request('/data', opened)).status).toBe(200)
      expect((await status.request('/data', { 'x-status-access': status.token })).status).toBe(401)
      status.service.clock.advance(hour)
      expect(await problemOf(await status.request('/data', opened))).toEqual({ status: 401, type: 'locked' })
    })
  })

  describe('amending', () => {
    test('replaces the whole form, with facts in the log and personal values in the vault', async () => {
      await status.pay()
      const response = await status.amend({ vorname: 'Lucia', zahlungsrhythmus: 'jaehrlich' })
      expect(response.status).toBe(200)
      const { values, version } = await status.data()
      expect(version).toBe(1)
      expect(values).toEqual({ ...anmeldungForm, vorname: 'Lucia', zahlungsrhythmus: 'jaehrlich' })
      const event = (await status.service.store.log.readRun(status.run.runId)).find(
        ({ type }) => type === 'amended',
      )!
      expect(event.facts).toMatchObject({ zahlungsrhythmus: 'jaehrlich', widerruf: true })
      expect(JSON.stringify(event)).not.toContain('Lucia')
    })

    test('checks the values as the order was checked', async () => {
      const response = await status.amend({ vorname: '', iban: 'DE00370400440532013000' })
      expect(response.status).toBe(422)
      const { issues } = (await response.json()) as { issues: { field: string; rule: string }[] }
      expect(issues.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
        'vorname required',
        'iban checksum',
      ])
      expect(await status.run.types()).not.toContain('amended')
    })

    test('asks for the mandate again when the account changes', async () => {
      const iban = 'DE02120300000000202051'
      const { widerruf: _, ...withoutMandate } = { ...anmeldungForm, iban }
      const opened = await status.access()
      const without = await status.request('/amend', opened, { version: 0, form: withoutMandate })
      expect(((await without.json()) as { issues: object[] }).issues).toMatchObject([
        { field: 'widerruf', rule: 'required' },
      ])
      const given = await status.request('/amend', opened, {
        version: 0,
        form: { ...withoutMandate, widerruf: true },
      })
      expect(given.status).toBe(200)
      const kept = await status.request('/amend', opened, {
        version: 1,
        form: { ...withoutMandate, vorname: 'Lucia' },
      })
      expect(kept.status).toBe(200)
    })

    test('refuses what the order is about and what the invoice names', async () => {
      const adresse = { ...anmeldungForm.adresse, plz: '10117' }
      const response = await status.amend({ adresse, serviceLevel: 'vip', firma: 'Łotse GmbH' })
      expect(response.status).toBe(422)
      const { issues } = (await response.json()) as { issues: { field: string }[] }
      expect(new Set(issues.map(({ field }) => field))).toEqual(new Set(['adresse', 'serviceLevel', 'firma']))
    })

    test('ends when the letter is due, and after a withdrawal', async () => {
      await status.pay()
      status.service.clock.advance(2 * hour)
      expect(await problemOf(await status.amend({ vorname: 'Lucia' }))).toEqual({
        status: 409,
        type: 'too-late',
      })
      expect((await status.state()).can.amend).toBe(false)
    })

    test('ends after thirty changes', { tags: 'slow' }, async () => {
      for (let version = 0; version < maxAmendments; version += 1) {
        const { status: code } = await status.amend({ vorname: version % 2 ? 'Lucia' : 'Luise' }, version)
        expect(code).toBe(200)
      }
      expect(await problemOf(await status.amend({ vorname: 'Lucia' }))).toEqual({
        status: 409,
        type: 'too-many-amendments',
      })
      expect((await status.state()).can.amend).toBe(false)
    })

    test('stores one of two changes that were made at the same time', async () => {
      const answers = await Promise.all([
        status.amend({ vorname: 'Lucia' }),
        status.amend({ vorname: 'Luise' }),
      ])
      expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200, 409]))
      expect((await status.run.types()).filter((type) => type === 'amended')).toHaveLength(1)
    })

    test('confirms a changed e-mail address to the old one', async () => {
      const opened = await status.access()
      expect((await status.request('/email', opened, { email: 'keine' })).status).toBe(422)
      expect((await status.request('/email', opened, { email: 'neu@example.org' })).status).toBe(200)
      expect((await status.data()).values['email']).toBe('neu@example.org')
      await eventually(async () => {
        const mails = await ownMails()
        expect(mails).toHaveLength(1)
        expect(mails[0]).toContain('To: lucja@example.org')
        expect(mails[0]).not.toContain('neu@example.org')
      })
    })
  })

  describe('withdrawing', () => {
    test('is possible for 14 days from the confirmation that was sent to a corrected address', async () => {
      const { clock, store } = status.service
      await status.request('/email', await status.access(), { email: 'neu@example.org' })
      clock.set(noon + 20 * day)
      expect((await status.state()).can.withdraw).toBe(true)
      const events = await store.log.readOrder(status.run.runId)
      const amended = events.find(({ type }) => type === 'amended')!
      const key = `email:${status.run.order.id}:confirmation:${amended.receivedAt}` as const
      await emails.journal.note(key, { value: 'message', at: noon + 10 * day })
      clock.set(noon + 24 * day)
      expect((await status.state()).can.withdraw).toBe(true)
      clock.set(noon + 25 * day)
      expect((await status.state()).can.withdraw).toBe(false)
      expect((await status.request('/withdraw', await status.access(), {})).status).toBe(409)
    })

    test('several times at once is one declaration, about which operators get one e-mail', async () => {
      const opened = await status.access()
      const withdraw = () => status.request('/withdraw', opened, {})
      const answers = await Promise.all([withdraw(), withdraw(), withdraw(), withdraw(), withdraw()])
      expect(answers.map((answer) => answer.status)).toContain(202)
      await eventually(async () => expect(await status.run.status()).toBe('withdrawn'))
      await eventually(async () => expect(await status.emails.waiting()).toHaveLength(0))
      const mails = await ownMails()
      expect(mails.filter((source) => source.includes('Subject: Widerruf eingegangen'))).toHaveLength(1)
    })

    test('is final at once and acknowledged to the current address', async () => {
      const opened = await status.access()
      await status.request('/email', opened, { email: 'neu@example.org' })
      expect((await status.request('/withdraw', opened, {})).status).toBe(202)
      await eventually(async () => expect(await status.run.status()).toBe('withdrawn'))
      await eventually(async () => {
        const to = (await ownMails()).map((mail) => /^To: (.*)$/m.exec(mail)?.[1])
        expect(to.filter((one) => one?.includes('neu@example.org'))).toHaveLength(2)
      })
      expect((await status.state()).can).toEqual({ pay: false, amend: false, withdraw: false, object: false })
      expect((await status.request('/withdraw', opened, {})).status).toBe(409)
    })
  })

  describe('an order of the status page', () => {
    test('is paid with its access, or with its token and the postal code', async () => {
      const { app } = emails
      const checkout = (headers: Record<string, string>, id = status.run.order.id) =>
        app.request(`/api/orders/${id}/checkout`, { method: 'POST', headers })
      expect((await checkout(await status.access())).status).toBe(200)
      const token = { 'x-status-token': status.token }
      expect((await checkout({ ...token, 'x-status-proof': '10115' })).status).toBe(200)
      expect((await checkout({ ...token, 'x-status-proof': '10116' })).status).toBe(403)
      expect((await checkout(token)).status).toBe(404)
    })

    test('names its customer and its link only to the browser with the secret', async () => {
      const { secret, order } = status.run
      const read = async (headers: Record<string, string>) =>
        (await (await emails.app.request(`/api/orders/${order.id}`, { headers })).json()) as Record<
          string,
          unknown
        >
      expect(Object.keys(await read({}))).toEqual(['number', 'funnel', 'priceCents', 'status'])
      expect(Object.keys(await read({ 'x-run-secret': 'A'.repeat(43) }))).toHaveLength(4)
      const own = await read({ 'x-run-secret': secret })
      expect(own).toMatchObject({
        recipient: 'Łucja Müller-Lüdenscheidt',
        email: 'lu•••@example.org',
        documents: [],
      })
      const fragment = new URL(own['statusUrl'] as string).hash.slice(1)
      expect(status.links.read(fragment, status.service.clock.now())).toEqual({ orderId: order.id })
    })
  })
  describe('a declared withdrawal', () => {
    test('of an order whose letter is posted is checked by an operator', async () => {
      await status.post()
      expect(await status.state()).toMatchObject({ can: { withdraw: true }, withdrawalIsFinal: false })
      expect((await status.request('/withdraw', await status.access(), {})).status).toBe(202)
      await eventually(async () => expect(await status.run.status()).toBe('withdrawal_declared'))
      const state = await status.state()
      expect(state).toMatchObject({
        title: 'Wir prüfen Ihren Widerruf',
        can: { withdraw: false, object: true },
      })
      expect(JSON.stringify(state)).not.toMatch(/ruht|gilt sofort|drei Tagen/)
    })

    test('of somebody else ends by an objection on the unlocked page', async () => {
      await status.declare()
      expect((await status.state()).can).toMatchObject({ withdraw: true, object: true })
      const opened = await status.access()
      expect((await status.request('/object', { 'x-status-access': status.token }, {})).status).toBe(401)
      const kept = await status.request('/object', opened, {})
      expect(await kept.json()).toMatchObject({ status: 'ordered', can: { object: false } })
      expect((await status.state()).steps.map(({ title }) => title)).toContain('Widerruf zurückgenommen')
      expect(await problemOf(await status.request('/object', opened, {}))).toEqual({
        status: 409,
        type: 'too-late',
      })
    })

    test('is not offered to a business', async () => {
      const form = { ...anmeldungForm, firma: 'Łotse GmbH', unternehmer: true }
      const { widerrufsrecht: _, frueherAuftragsbeginn: __, ...business } = form
      const order = await openStatus({ emails, form: business })
      expect((await order.state()).can).toMatchObject({ withdraw: false, object: false })
    })
  })

  describe('an erased order', () => {
    test('tells its customer so, and offers the invoice while it is kept', async () => {
      const { runId } = status.run
      await status.pay()
      const frozen = { runId, version: 1, sha256: 'a'.repeat(64), pages: 1, template: 1, frozenAt: noon }
      for (const kind of ['application', 'invoice'] as const)
        await emails.service.store.documents.freeze({ ...frozen, kind, content: Buffer.from(kind) })
      await emails.service.store.people.erase([{ runId, upTo: await emails.service.store.log.head() }])
      expect((await status.unlock('1990-05-17')).status).toBe(403)
      const { values, documents } = await status.data()
      expect(values).toEqual({})
      expect(documents.map(({ kind }) => kind)).toEqual(['invoice'])
      const invoice = await status.request('/documents/invoice', await status.access())
      expect(await invoice.text()).toBe('invoice')
    })

    test('is opened by nobody once nothing is kept of it', async () => {
      const { runId } = status.run
      await emails.service.store.people.erase([{ runId, upTo: await emails.service.store.log.head() }])
      expect((await status.unlock('10115')).status).toBe(403)
    })
  })

  describe('the texts of consents', () => {
    const earlier = 'a'.repeat(64)

    /** Records an amendment that accepted an earlier text, as before an update of the service. */
    async function acceptEarlierText() {
      const funnel = funnelByType('anmeldung')!
      const { facts, personal } = splitForm(funnel, anmeldungForm)
      const data = { orderId: status.run.order.id, texts: { datenschutz: earlier } }
      await status.change(() => ({ code: 'append', event: { type: 'amended', data } }), {
        facts,
        personal: { form: personal },
      })
    }

    test('are asked for again if they have changed, and stored with the amendment', async () => {
      await acceptEarlierText()
      expect((await status.data()).outdated).toEqual(['datenschutz'])
      const { datenschutz: _, ...form } = { ...anmeldungForm, vorname: 'Lucia' }
      const missing = await amendAgain(form)
      expect(missing.status).toBe(422)
      expect(await missing.json()).toMatchObject({ issues: [{ field: 'datenschutz', rule: 'required' }] })

      const ticked = { ...form, datenschutz: true }
      const outdated = await amendAgain(ticked, { datenschutz: earlier })
      const { issues } = (await outdated.json()) as { issues: { field: string; sha256: string }[] }
      expect(issues).toMatchObject([
        { field: 'datenschutz', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ])
      const current = issues[0]!.sha256
      expect((await amendAgain(ticked, { datenschutz: current })).status).toBe(200)
      expect((await status.data()).outdated).toEqual([])
      expect(await acceptedTexts()).toEqual([{ datenschutz: earlier }, { datenschutz: current }])
      const [text] = await emails.service.store.texts.find([current])
      expect(text).toMatchObject({ name: 'datenschutz' })
    })

    test('are not accepted by correcting the e-mail address', async () => {
      await acceptEarlierText()
      const changed = await status.request('/email', await status.access(), { email: 'neu@example.org' })
      expect(changed.status).toBe(200)
      expect((await status.data()).outdated).toEqual(['datenschutz'])
      expect(await acceptedTexts()).toEqual([{ datenschutz: earlier }, undefined])
    })

    test('of an order that changes nothing about them are not stored again', async () => {
      expect((await status.amend({ vorname: 'Lucia' })).status).toBe(200)
      expect(await acceptedTexts()).toEqual([undefined])
    })
  })
})

/** Sends the second amendment of the order of the test. */
const amendAgain = async (form: object, texts?: object) =>
  status.request('/amend', await status.access(), { version: 1, form, ...(texts && { texts }) })

/** Returns the hashes that each amendment of the order of the test has recorded. */
async function acceptedTexts() {
  const events = await emails.service.store.log.readRun(status.run.runId)
  return events.flatMap(({ type, data }) => (type === 'amended' ? [data.texts] : []))
}

/** Returns the e-mails about the order of the test. */
async function ownMails(): Promise<string[]> {
  const names = await readdir(emails.mail).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(path.join(emails.mail, name), 'utf8')),
  )
  return mails.filter((mail) => mail.includes(status.run.order.number))
}
