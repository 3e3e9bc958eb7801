import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { IbanResponse } from '#domain/site/lookup-contract.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { type Provider, failures, json, openProvider } from './provider-server.ts'

const german = 'DE89370400440532013000'
const austrian = 'AT611904300234573201'
const commerzbank = { bankName: 'Commerzbank', bic: 'COBADEFFXXX' }
const unknown = { bankName: null, bic: null }

async function ask(service: TestService, iban: string) {
  const response = await service.app.request(`/api/iban/${encodeURIComponent(iban)}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as IbanResponse
}

describe('without an IBAN service', () => {
  let service: TestService
  beforeAll(async () => void (service = await openTestService()))
  afterAll(() => service.close())

  test.each<[string, string, Partial<IbanResponse>]>([
    ['a German IBAN has its bank', german, { valid: true, ...commerzbank }],
    ['with spaces and in small letters too', 'de89 3704 0044 0532 0130 00', { valid: true, ...commerzbank }],
    ['one of another country has none', austrian, { valid: true, ...unknown }],
    ['an unknown bank code is no fault', 'DE93999999990000000001', { valid: true, ...unknown }],
    ['a wrong check digit is', 'DE88370400440532013000', { valid: false, ...unknown }],
    ['a piece is', 'DE8937', { valid: false, ...unknown }],
    ['no IBAN at all is', '../../etc/passwd', { valid: false, ...unknown }],
    ['a flood is', '9'.repeat(5000), { valid: false, ...unknown }],
  ])('%s', async (_, iban, expected) => {
    expect(await ask(service, iban)).toEqual({ ...expected, outage: false })
  })

  test('the log contains the request without its IBAN', async () => {
    await ask(service, german)
    await ask(service, 'DE89 3704')
    const lines = service.lines.join('\n')
    expect(lines).toContain('requestId')
    // The request id is removed, because a random id may contain any four digits.
    const log = lines.replaceAll(/"requestId":"[^"]*"/g, '')
    expect(log).not.toMatch(/DE89|3704|0532013000/)
    expect(await service.metrics.render()).not.toMatch(/DE89|37040044/)
  })
})

describe('with an IBAN service', () => {
  let service: TestService
  let provider: Provider
  let elsewhere: Provider
  beforeAll(async () => {
    provider = await openProvider(json({ valid: true }))
    elsewhere = await openProvider(json({ valid: false }))
    const ibanUrl = `${provider.url}/validate/`
    service = await openTestService({ lookups: { ibanUrl, timeoutMs: 1000 } })
  })
  afterAll(() => Promise.all([provider.close(), elsewhere.close(), service.close()]))
  afterEach(() => {
    provider.questions.length = 0
    elsewhere.questions.length = 0
    service.lines.length = 0
    // Advances the clock until cached results have expired and the pause after an outage is over.
    service.clock.advance(3_600_000)
  })

  test('bank and verdict come from the service, with its own parameters', async () => {
    provider.react(json({ valid: true, bankData: { name: 'Erste Bank ', bic: 'GIBAATWWXXX' } }))
    const answer = { valid: true, bankName: 'Erste Bank', bic: 'GIBAATWWXXX', outage: false }
    expect(await ask(service, 'at61 1904 3002 3457 3201')).toEqual(answer)
    const [{ method, url, headers }] = provider.questions as [Provider['questions'][0]]
    expect(`${method} ${url.pathname}`).toBe(`GET /validate/${austrian}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({ getBIC: 'true', validateBankCode: 'true' })
    expect(headers).not.toHaveProperty('cookie')
  })

  test('the bank may be outside of bankData, and missing values come from the bundled list', async () => {
    provider.react(json({ valid: true, bankName: 'Die Bank', bankData: { bic: '' } }))
    const answer = { valid: true, bankName: 'Die Bank', bic: 'COBADEFFXXX', outage: false }
    expect(await ask(service, german)).toEqual(answer)
  })

  test('an IBAN that the service rejects is invalid', async () => {
    provider.react(json({ valid: false, bankData: { name: 'Erste Bank', bic: 'GIBAATWWXXX' } }))
    expect(await ask(service, german)).toEqual({ valid: false, ...unknown, outage: false })
  })

  test('a text that cannot be an IBAN causes no request', async () => {
    expect(await ask(service, 'DE88370400440532013000')).toMatchObject({ valid: false, outage: false })
    expect(provider.questions).toEqual([])
  })

  test('equal IBANs cause one request, even concurrently, and another one after ten minutes', async () => {
    provider.react(json({ valid: true }))
    await Promise.all([ask(service, german), ask(service, german)])
    service.clock.advance(599_000)
    await ask(service, german)
    expect(provider.questions).toHaveLength(1)
    service.clock.advance(2000)
    await ask(service, german)
    expect(provider.questions).toHaveLength(2)
  })

  test.each(failures('/'))('a service that %s does not block visitors', async (_, reaction) => {
    provider.react(reaction)
    expect(await ask(service, german)).toEqual({ valid: true, ...commerzbank, outage: true })
    expect(await ask(service, austrian)).toEqual({ valid: true, ...unknown, outage: true })
    expect(service.lines.join('\n')).not.toMatch(/DE89|3704|AT61/)
  })

  test('a redirect is not followed', async () => {
    provider.react((response) => void response.writeHead(307, { location: elsewhere.url }).end())
    expect(await ask(service, german)).toMatchObject({ valid: true, outage: true })
    expect(elsewhere.questions).toEqual([])
  })

  test('after an outage the service is not queried for half a minute', async () => {
    provider.react(json({}, 503))
    await ask(service, german)
    provider.react(json({ valid: true }))
    service.clock.advance(29_000)
    expect(await ask(service, austrian)).toMatchObject({ outage: true })
    expect(provider.questions).toHaveLength(1)
    service.clock.advance(2000)
    expect(await ask(service, austrian)).toMatchObject({ outage: false })
    expect(service.lines.filter((line) => line.includes('is unavailable'))).toHaveLength(1)
  })
})

test('a client may make 120 lookups a minute, of both kinds in total', async () => {
  const service = await openTestService({ settings: { rateLimit: true } })
  onTestFinished(() => service.close())
  const statuses = []
  for (let turn = 0; turn < 60; turn += 1) {
    statuses.push((await service.app.request('/api/iban/x')).status)
    statuses.push((await service.app.request('/api/addresses?q=Haupt')).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await service.app.request(`/api/iban/${german}`)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.text()).not.toContain(german)
  expect((await service.app.request('/api/addresses/x')).status).toBe(429)
})
