import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import type { EventResult } from '#domain/events/wire-events.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { consentTexts } from '#domain/texts/accepted-texts.ts'
import { createOfferedTexts } from '#service/texts/offered-texts.ts'
import { anmeldungForm, envelope, noon, wireEvent } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type TestOptions, openTestService } from '#tests/service/harness.ts'

const databases = postgresDatabases()
const engines = {
  SQLite: async (): Promise<Partial<TestOptions>> => ({}),
  PostgreSQL: async (): Promise<Partial<TestOptions>> => {
    const url = await databases.url()
    return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
  },
}

const pages = [
  { name: 'produktinformationen', content: 'Produktinformationen\nEin Brief' },
  { name: 'agb', content: 'AGB\n§ 1' },
  { name: 'widerrufsbelehrung', content: 'Widerrufsbelehrung\nvierzehn Tage' },
]
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const shown = [...consentTexts(anmeldung, anmeldungForm), ...pages]
const current = Object.fromEntries(shown.map(({ name, content }) => [name, hashOf(content)]))

describe.each(Object.entries(engines))('an order on %s', (_, engine) => {
  async function open() {
    const service = await openTestService({ ...(await engine()), pages })
    onTestFinished(() => service.close())
    const order = async (texts?: unknown, over: object = {}) => {
      const event = wireEvent('complete', { data: texts === undefined ? {} : { texts }, ...over })
      const { body } = await service.post(envelope([event]))
      return body.results[0]!
    }
    const acceptedBy = async (result: EventResult) => {
      expect(result.status).toBe('stored')
      const head = await service.store.log.head()
      const [event] = await service.store.log.read(head - 1, 1)
      return (event as StoredEventOf<'complete'>).data.texts
    }
    return { service, order, acceptedBy }
  }

  test('without texts accepts the current ones, which are stored with it', async () => {
    const { service, order, acceptedBy } = await open()
    expect(await acceptedBy(await order())).toEqual(current)
    const kept = await service.store.texts.find(Object.values(current))
    expect(kept).toHaveLength(shown.length)
    for (const { sha256, content } of kept) expect(sha256).toBe(hashOf(content))
  })

  test('is accepted with the current texts or some of them', async () => {
    const { order, acceptedBy } = await open()
    expect(await acceptedBy(await order(current))).toEqual(current)
    expect(await acceptedBy(await order({ agb: current['agb'] }))).toEqual(current)
  })

  test('is rejected with an unknown version, and accepted with the one that the rejection names', async () => {
    const { service, order, acceptedBy } = await open()
    const outdated = { ...current, agb: 'f'.repeat(64), eigeneDaten: '0'.repeat(64) }
    const rejected = await order(outdated)
    expect(rejected).toMatchObject({
      status: 'rejected',
      issues: [
        { path: 'data.texts.eigeneDaten', code: 'text-changed', sha256: current['eigeneDaten'] },
        { path: 'data.texts.agb', code: 'text-changed', sha256: current['agb'] },
      ],
    })
    const response = await service.app.request(`/api/texts/${current['agb']}`)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.json()).toEqual({ name: 'agb', sha256: current['agb'], content: 'AGB\n§ 1' })
    expect(await acceptedBy(await order({ ...outdated, ...current }))).toEqual(current)
  })

  test('is rejected with an outdated version after a text has changed, and the old one stays available', async () => {
    const { service } = await open()
    const deps = { store: service.store, now: () => noon }
    await createOfferedTexts({ ...deps, pages: [{ name: 'agb', content: 'AGB\nalt' }] }).keepPages()
    const old = hashOf('AGB\nalt')
    const { body } = await service.post(envelope([wireEvent('complete', { data: { texts: { agb: old } } })]))
    expect(body.results[0]).toMatchObject({ status: 'rejected', issues: [{ code: 'text-changed' }] })
    const response = await service.app.request(`/api/texts/${old}`)
    expect(await response.json()).toMatchObject({ content: 'AGB\nalt' })
  })

  test('that accepts a text that is not shown is rejected, and the name is not stored', async () => {
    const { service, order } = await open()
    const result = await order({ AnnaMueller: 'a'.repeat(64) })
    expect(result).toMatchObject({
      status: 'rejected',
      issues: [{ path: 'data.texts.AnnaMueller', code: 'text-changed' }],
    })
    await service.ingest.flush()
    const rejected = await service.store.log.rejections(0, noon + 1, 9)
    expect(rejected).toHaveLength(1)
    expect(JSON.stringify(rejected)).not.toContain('AnnaMueller')
  })

  test('of a business accepts no information about the right of withdrawal', async () => {
    const { order, acceptedBy } = await open()
    const form = { ...anmeldungForm, unternehmer: true, firma: 'Müller GmbH' } as Record<string, unknown>
    delete form['widerrufsrecht']
    delete form['frueherAuftragsbeginn']
    const texts = await acceptedBy(await order(undefined, { form }))
    expect(Object.keys(texts!)).not.toContain('widerrufsbelehrung')
    expect(texts!['agbVerbraucher']).not.toBe(current['agbVerbraucher'])
  })

  test.each(['abc', 'F'.repeat(64), 5])('with %j instead of a hash is invalid', async (hash) => {
    const { order } = await open()
    expect(await order({ agb: hash })).toMatchObject({
      status: 'rejected',
      issues: [{ path: 'data.texts.agb' }],
    })
  })
})

test.each(['0'.repeat(64), 'agb', '..'])('the text %s is unknown', async (hash) => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  expect((await service.app.request(`/api/texts/${hash}`)).status).toBe(404)
})
