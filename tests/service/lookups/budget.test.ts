import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { openReplicas } from '#db/postgres/replicas/replicas.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import type { SuggestionsResponse } from '#domain/site/lookup-contract.ts'
import { createProvider } from '#service/lookups/request-provider.ts'
import { addressBudget } from '#service/lookups/lookup-budget.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { openTestService, testClock } from '#tests/service/harness.ts'
import { type Provider, json, openProvider } from './provider-server.ts'

let provider: Provider
beforeAll(async () => void (provider = await openProvider(json({ suggestions: [] }))))
afterAll(() => provider.close())
beforeEach(() => {
  provider.questions.length = 0
  provider.react(json({ suggestions: [] }))
})

async function open(takeFromBudget: () => Promise<boolean>, rateLimit = false) {
  const addressService = { kind: 'google' as const, url: `${provider.url}/`, key: 'key' }
  const service = await openTestService({
    lookups: { addressService, takeFromBudget },
    settings: { rateLimit, trustProxy: 1, addressBudget: 2000 },
  })
  onTestFinished(() => service.close())
  const ask = async (query: string, client = '198.51.100.1') => {
    const headers = { 'x-forwarded-for': client }
    const response = await service.app.request(`/api/addresses?q=${query}`, { headers })
    return { status: response.status, ...((await response.json()) as SuggestionsResponse) }
  }
  return { ...service, ask }
}

describe('the budget of address lookups', () => {
  test('is shared by all clients; after it is exhausted there are no suggestions, which is logged once', async () => {
    const { ask, app, lines } = await open(addressBudget(createSingleProcess(), 3))
    for (const [index, client] of ['a', 'b', 'c'].entries())
      expect(await ask(`Hauptstr${index}`, client)).toMatchObject({ enabled: true, outage: false })
    for (const client of ['a', 'd'])
      expect(await ask('Torstrasse', client)).toMatchObject({ status: 200, outage: true, suggestions: [] })
    expect(await (await app.request('/api/addresses/abc')).json()).toEqual({ address: null })
    expect(provider.questions).toHaveLength(3)
    expect(lines.filter((line) => line.includes('ADDRESS_BUDGET'))).toHaveLength(1)
  })

  test('one client may use only a part', async () => {
    const { ask, clock } = await open(async () => true, true)
    for (let asked = 0; asked < 100; asked += 1) expect((await ask(`Weg${asked}`)).outage).toBe(false)
    clock.advance(120_000)
    expect(await ask('Weg100')).toMatchObject({ status: 200, outage: true })
    expect((await ask('Weg100', '198.51.100.2')).outage).toBe(false)
    expect(provider.questions).toHaveLength(101)
  })

  const databases = postgresDatabases()
  test('is shared by all replicas on PostgreSQL, also after a restart', { timeout: 30_000 }, async () => {
    const url = await databases.url()
    const start = async () => {
      const replicas = await openReplicas({ url, piiKey: new Uint8Array(32) })
      return { replicas, take: addressBudget(replicas, 5) }
    }
    const [one, other] = [await start(), await start()]
    const takes = [one.take, other.take, one.take, other.take, one.take].map((take) => take())
    expect(await Promise.all(takes)).toEqual([true, true, true, true, true])
    expect([await one.take(), await other.take()]).toEqual([false, false])
    await Promise.all([one.replicas.close(), other.replicas.close()])
    const next = await start()
    expect(await next.take()).toBe(false)
    await next.replicas.close()
  })

  test('lasts a day, independently of limits per minute', async () => {
    const replicas: Replicas = createSingleProcess()
    const limit = { name: 'x', perDay: 1 }
    expect(await replicas.count('a', limit)).toBeUndefined()
    const refused = await replicas.count('a', limit)
    expect(refused?.retryAfterMs).toBeGreaterThan(23 * 3600_000)
  })
})

test('a provider that returned 429 is queried again after a second, one that failed after half a minute', async () => {
  const clock = testClock()
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const requestProvider = createProvider({ name: 'addresses', log, now: clock.now })
  const request = () => requestProvider(new URL(provider.url))
  provider.react(json({}, 429))
  expect(await request()).toEqual({ kind: 'failed', error: 'status 429' })
  expect(await request()).toEqual({ kind: 'failed', error: 'paused' })
  clock.advance(1000)
  expect(await request()).toEqual({ kind: 'failed', error: 'status 429' })
  // At most one failure in half a minute is logged, so that clients cannot fill the log.
  expect(lines).toHaveLength(1)
  clock.advance(29_000)
  expect(await request()).toEqual({ kind: 'failed', error: 'status 429' })
  expect(lines).toHaveLength(2)
  clock.advance(1000)
  provider.react(json({ a: 1 }))
  expect(await request()).toEqual({ kind: 'response', body: { a: 1 } })
  provider.react(json({}, 500))
  expect(await request()).toEqual({ kind: 'failed', error: 'status 500' })
  clock.advance(29_999)
  expect(await request()).toEqual({ kind: 'failed', error: 'paused' })
})
