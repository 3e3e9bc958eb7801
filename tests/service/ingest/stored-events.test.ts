import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anmeldungForm, envelope, iso, noon, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const hour = 3_600_000
const day = 24 * hour

async function stored(body: object, headers: Record<string, string> = {}) {
  const { status } = await service.post(body, headers)
  expect(status).toBe(200)
  const head = await service.store.log.head()
  return (await service.store.log.read(head - 1, 1))[0]!
}

describe('clocks', () => {
  test.each<[string, { occurred: number; sent: number; at: number }]>([
    ['a right clock', { occurred: noon - 4000, sent: noon - 100, at: noon - 3900 }],
    ['three hours fast', { occurred: noon + 3 * hour - 4000, sent: noon + 3 * hour, at: noon - 4000 }],
    ['three hours slow', { occurred: noon - 3 * hour - 4000, sent: noon - 3 * hour, at: noon - 4000 }],
    ['offline for two days', { occurred: noon - 2 * day, sent: noon, at: noon - 2 * day }],
    ['offline for a year', { occurred: noon - 365 * day, sent: noon, at: noon - 7 * day }],
    ['set back while offline', { occurred: noon, sent: noon - day, at: noon }],
  ])('%s', async (_, { occurred, sent, at }) => {
    const body = envelope([wireEvent('start', { occurredAt: iso(occurred) })], { sentAt: iso(sent) })
    expect(await stored(body)).toMatchObject({ occurredAt: occurred, sentAt: sent, receivedAt: noon, at })
  })

  test('other time zones are accepted', async () => {
    const body = envelope([wireEvent('start', { occurredAt: '2026-11-20T11:00:00+01:00' })])
    expect(await stored(body)).toMatchObject({ occurredAt: noon })
  })
})

describe('facts and personal values', () => {
  test('facts are stored in the log, all other values in the vault', async () => {
    const event = await stored(envelope([wireEvent('complete')]))
    expect(event.facts).toMatchObject({ zahlungsart: 'lastschrift', wohnungsart: 'obige', widerruf: true })
    expect(event.data).toEqual({
      orderNumber: expect.any(String) as string,
      priceCents: 4999,
      texts: expect.any(Object) as object,
    })
    const [kept] = await service.store.vault.read(event.runId)
    expect(kept?.personal.form).toMatchObject({
      anrede: 'frau',
      vorname: 'Łucja',
      iban: anmeldungForm.iban,
      adresse: anmeldungForm.adresse,
    })
    expect(Object.keys({ ...event.facts, ...kept?.personal.form }).toSorted()).toEqual(
      Object.keys(anmeldungForm).toSorted(),
    )
  })

  test('no file of the data folder contains a readable personal value, even of rejected events', async () => {
    const secret = 'Cj0KCQiA-click-of-lucja'
    const touch = { at: iso(noon), utm_source: 'google', gclid: secret }
    const { context } = envelope([])
    await service.post(
      envelope(
        [
          wireEvent('email'),
          wireEvent('step', { form: { vorname: 'Łucja', adresse: { strasse: 'Hauptstraße' } } }),
          wireEvent('complete'),
          wireEvent('complete', {
            form: { ...anmeldungForm, iban: 'DE00370400440532013000', 'lucja@example.org': '1' },
          }),
          wireEvent('lucja@example.org' as 'step'),
          wireEvent('start', { funnel: 'lucja@example.org' }),
          wireEvent('invalid', { data: { fields: [{ field: 'Müller-Lüdenscheidt', rule: 'format' }] } }),
        ],
        { context: { ...context, attribution: { first: touch, last: touch } } },
      ),
      { 'user-agent': 'Lucja Nowak/1.0 (at home)' },
    )
    await service.app.request('/lucja@example.org?iban=DE89370400440532013000')
    await service.ingest.flush()
    const files = readdirSync(service.folder).map((name) => readFileSync(path.join(service.folder, name)))
    const holds = (text: string) => Buffer.concat(files).indexOf(text) !== -1
    expect(holds('google')).toBe(true)
    for (const value of [
      'Łucja',
      'lucja',
      'Müller',
      'Hauptstra',
      '1990-05-17',
      '0400440532013000',
      '10115',
      secret,
    ])
      expect(holds(value), value).toBe(false)
    expect(service.lines.length).toBeGreaterThan(1)
    expect(service.lines.join('\n')).not.toMatch(/lucja|Łucja|Müller|0400440532013000/i)
  })
})

async function rejectedPaths(): Promise<string[]> {
  await service.ingest.flush()
  return (await service.store.log.rejections(0, Number.MAX_SAFE_INTEGER, 100)).map((reason) => reason.path)
}

describe('rejected events', () => {
  test('of a message name the field that does not exist, if it looks like a field name', async () => {
    const fields = ['geburtsname', 'eva@example.org', 'plz'].map((field) => ({
      field,
      rule: 'format' as const,
    }))
    const { body } = await service.post(envelope([wireEvent('invalid', { data: { fields } })]))
    expect(JSON.stringify(body)).toContain('data.fields.0.field')
    expect(await rejectedPaths()).toEqual(expect.arrayContaining(['data.fields.geburtsname', 'data.fields']))
  })

  test('keep at most ten unknown names that look like field names', async () => {
    const names = [
      'hobby',
      'Hobby2',
      'x'.repeat(41),
      'x'.repeat(42),
      'eva@example.org',
      'eva-probe',
      '2hobby',
      'häuser',
      'a.b',
      '',
    ]
    await service.post(
      envelope([wireEvent('step', { form: Object.fromEntries(names.map((name) => [name, 1])) })]),
    )
    const paths = await rejectedPaths()
    expect(paths).toEqual(
      expect.arrayContaining(['form.hobby', 'form.Hobby2', `form.${'x'.repeat(41)}`, 'form']),
    )
    expect(paths.filter((name) => /eva|häuser|2hobby|x{42}|a\.b|form\.$/.test(name))).toEqual([])

    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`many${index}`, 1]))
    await service.post(envelope([wireEvent('step', { form: many })]))
    expect((await rejectedPaths()).filter((name) => name.startsWith('form.many'))).toHaveLength(10)
  })
})

describe('invalid choices of an unfinished form', () => {
  test.each(['step', 'abandon'] as const)('are stored in the vault with a %s', async (type) => {
    const form = { wohnungsart: 'Łucja Müller', zahlungsart: 'ueberweisung', naechstmoeglich: true }
    const event = await stored(envelope([wireEvent(type, { form })], { final: true }))
    expect(event.facts).toEqual({ zahlungsart: 'ueberweisung', naechstmoeglich: true })
    const [row] = await service.store.vault.read(event.runId)
    expect(row?.personal.form).toEqual({ wohnungsart: 'Łucja Müller' })
  })
})

describe('campaigns', () => {
  const { context } = envelope([])
  const withAttribution = (attribution: object) =>
    envelope([wireEvent('start')], { context: { ...context, consent: 'marketing', attribution } })

  test('first touch, touches and last touch become one list without duplicates, oldest first', async () => {
    const a = { at: iso(noon - 3 * day), utm_source: 'google', utm_medium: 'cpc', gclid: 'A' }
    const b = { at: iso(noon - day), utm_source: 'news', utm_term: null }
    const c = { at: iso(noon), fbclid: 'C', utm_campaign: '  herbst ' }
    const event = await stored(withAttribution({ first: a, last: c, touches: [c, b, a] }))
    expect(event.meta.touches).toEqual([
      { at: noon - 3 * day, source: 'google', medium: 'cpc', clickIds: ['gclid'] },
      { at: noon - day, source: 'news' },
      { at: noon, campaign: 'herbst', clickIds: ['fbclid'] },
    ])
    const [kept] = await service.store.vault.read(event.runId)
    expect(kept?.personal).toEqual({ clickIds: { gclid: 'A', fbclid: 'C' } })
  })

  test('the newest click id of a kind is used', async () => {
    const touches = [
      { at: iso(noon), gclid: 'new' },
      { at: iso(noon - day), gclid: 'old' },
    ]
    const event = await stored(withAttribution({ touches }))
    expect((await service.store.vault.read(event.runId))[0]?.personal.clickIds).toEqual({ gclid: 'new' })
  })

  test('at most twelve touches are stored, and a visit without a campaign is not a touch', async () => {
    const touches = Array.from({ length: 10 }, (_, n) => ({ at: iso(noon + n), utm_source: `s${n}` }))
    const first = { at: iso(noon - 1), utm_source: 'first' }
    const last = { at: iso(noon + 10), utm_source: 'last' }
    const full = await stored(withAttribution({ first, last, touches }))
    expect(full.meta.touches.map(({ source }) => source)).toEqual([
      'first',
      ...touches.map((t) => t.utm_source),
      'last',
    ])
    const none = await stored(
      withAttribution({ first: { at: iso(noon) }, last: null, touches: [{ at: iso(noon), utm_source: '' }] }),
    )
    expect(none.meta.touches).toEqual([])
  })

  test('only start and complete have touches, at most 2 KB, and each request has its click ids once per run', async () => {
    const runId = wireEvent('start').runId
    const touch = { at: iso(noon), utm_source: 'google', gclid: 'click', utm_term: '€'.repeat(150) }
    const touches = Array.from({ length: 10 }, (_, n) => ({
      ...touch,
      at: iso(noon - n),
      utm_content: `${n}`,
    }))
    const events = [
      wireEvent('start', { runId }),
      wireEvent('step', { runId }),
      wireEvent('invalid', { runId }),
      wireEvent('email', { runId }),
      wireEvent('abandon', { runId }),
      wireEvent('complete', { runId }),
    ]
    await stored(
      envelope(events, {
        context: { ...context, consent: 'marketing', attribution: { touches } },
      }),
    )
    const run = await service.store.log.readRun(runId)
    const sizes = run.map(({ meta }) => Buffer.byteLength(JSON.stringify(meta.touches)))
    expect(run.map(({ type }) => type)).toEqual(events.map(({ type }) => type))
    expect(sizes).toEqual([expect.any(Number), 2, 2, 2, 2, sizes[0]])
    expect(sizes[0]).toBeGreaterThan(1000)
    expect(sizes[0]).toBeLessThanOrEqual(2048)
    expect(run[0]!.meta.touches.map(({ at }) => at)).toEqual([noon - 9, noon - 1, noon])
    const rows = await service.store.vault.read(runId)
    expect(rows.filter(({ personal }) => personal.clickIds).map(({ position }) => position)).toEqual([
      run[0]!.position,
      run.at(-1)!.position,
    ])
  })

  test('without consent to marketing, the kind of a click id is stored but not its value', async () => {
    const touch = { at: iso(noon), utm_source: 'google', gclid: 'click' }
    const { runId, meta } = await stored(
      envelope([wireEvent('complete')], {
        context: { ...context, attribution: { first: touch, last: touch } },
      }),
    )
    expect(meta.touches).toEqual([{ at: noon, source: 'google', clickIds: ['gclid'] }])
    const [row] = await service.store.vault.read(runId)
    expect(row?.personal.form).toMatchObject({ vorname: 'Łucja' })
    expect(row?.personal.clickIds).toBeUndefined()
  })

  test('personal data in campaign values and the entry is removed before they are truncated and stored', async () => {
    const touch = {
      at: iso(noon),
      utm_source: 'newsletter',
      utm_medium: 'Ruf 0049 170 1234567',
      utm_campaign: '21345678901',
      utm_content: `${'x'.repeat(190)} eva.probe@example.org`,
      utm_term: 'eva.probe%40example.org',
      gclid: '01701234567-eva@example.org',
    }
    const data = { secretHash: 'a'.repeat(64), entry: '/danke/eva.probe@example.org/0170-1234567' }
    const event = await stored(
      envelope([wireEvent('start', { data })], {
        context: { ...context, consent: 'marketing', attribution: { last: touch } },
      }),
    )
    expect(event.meta.touches).toEqual([
      {
        at: noon,
        source: 'newsletter',
        medium: 'Ruf (entfernt)',
        campaign: '21345678901',
        content: `${'x'.repeat(190)} (entfernt`,
        term: '(entfernt)',
        clickIds: ['gclid'],
      },
    ])
    expect(event.data).toMatchObject({ entry: '/danke/(entfernt)/(entfernt)' })
    expect((await service.store.vault.read(event.runId))[0]?.personal.clickIds).toEqual({
      gclid: touch.gclid,
    })
  })

  test('a start that differs only in removed data is a duplicate', async () => {
    const runId = wireEvent('start').runId
    const send = async (entry: string) => {
      const data = { secretHash: 'a'.repeat(64), entry }
      return (await service.post(envelope([wireEvent('start', { runId, data })]))).body.results[0]?.status
    }
    expect(await send('/danke/eva@example.org')).toBe('stored')
    expect(await send('/danke/ada@example.org')).toBe('duplicate')
  })

  test('a long or garbled value is corrected and never causes the loss of an order', async () => {
    const touch = {
      at: iso(noon),
      utm_source: 'a'.repeat(5000),
      utm_medium: 'c\u0000p\nc',
      utm_campaign: 'x\ud800',
    }
    const event = await stored(withAttribution({ last: touch }))
    expect(event.meta.touches).toEqual([
      { at: noon, source: 'a'.repeat(200), medium: 'cpc', campaign: 'x\ufffd' },
    ])
  })

  test('only the path of the entry is stored', async () => {
    const data = { secretHash: 'a'.repeat(64), entry: '/rundfunkbeitrag-anmelden?email=lucja@example.org#x' }
    expect(await stored(envelope([wireEvent('start', { data })]))).toMatchObject({
      data: { entry: '/rundfunkbeitrag-anmelden' },
    })
  })
})

describe('user agents', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

  test.each([
    [firefox, { browser: 'Firefox', os: 'Windows', bot: false }],
    [safari, { browser: 'Safari', os: 'iOS', bot: false }],
    [googlebot, { bot: true }],
    ['', { browser: 'unknown', os: 'unknown', bot: false }],
    ['Lucja Nowak/1.0 (at home)', { browser: 'unknown', os: 'unknown' }],
  ])('%s', async (header, families) => {
    expect((await stored(envelope([wireEvent('start')]), { 'user-agent': header })).meta).toMatchObject(
      families,
    )
  })
})
