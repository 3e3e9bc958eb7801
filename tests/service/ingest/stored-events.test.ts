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

  test('other time zones are understood', async () => {
    const body = envelope([wireEvent('start', { occurredAt: '2026-11-20T11:00:00+01:00' })])
    expect(await stored(body)).toMatchObject({ occurredAt: noon })
  })
})

describe('facts and personal values', () => {
  test('facts stand in the log, everything else in the vault', async () => {
    const event = await stored(envelope([wireEvent('complete')]))
    expect(event.facts).toMatchObject({ zahlungsart: 'lastschrift', wohnungsart: 'obige', widerruf: true })
    expect(event.data).toEqual({ orderNumber: expect.any(String) as string, priceCents: 4999 })
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

  test('no personal value lies readable in any file of the data folder, also not of rejected events', async () => {
    const secret = 'Cj0KCQiA-click-of-lucja'
    const touch = { at: iso(noon), utm_source: 'google', gclid: secret }
    const { context } = envelope([])
    await service.post(
      envelope(
        [
          wireEvent('email'),
          wireEvent('step', { form: { vorname: 'Łucja', adresse: { strasse: 'Hauptstraße' } } }),
          wireEvent('complete'),
          wireEvent('complete', { form: { ...anmeldungForm, iban: 'DE00370400440532013000', lucja: '1' } }),
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

describe('campaigns', () => {
  const { context } = envelope([])
  const withAttribution = (attribution: object) =>
    envelope([wireEvent('start')], { context: { ...context, consent: 'marketing', attribution } })

  test('first touch, touches and last touch become one list without repeats, oldest first', async () => {
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

  test('the newest click id of a kind counts', async () => {
    const touches = [
      { at: iso(noon), gclid: 'new' },
      { at: iso(noon - day), gclid: 'old' },
    ]
    const event = await stored(withAttribution({ touches }))
    expect((await service.store.vault.read(event.runId))[0]?.personal.clickIds).toEqual({ gclid: 'new' })
  })

  test('twelve touches are the most, and a visit without a campaign is none', async () => {
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

  test('a long or garbled value is mended, never the reason to lose an order', async () => {
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

  test('the entry keeps its path only', async () => {
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
