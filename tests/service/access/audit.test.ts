import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { Refusals } from '#db/ports/operator-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { createRefusalRecord, unknownUser } from '#service/access/refusals/record-refusals.ts'
import type { auditLogSchema } from '#domain/users/user-contract.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestService, openTestService, testPassword, testToken } from '#tests/service/harness.ts'
import { cookieOf, logInUser, send, staffOf } from '#tests/service/users/staff.ts'

let service: TestService
let admin: { cookie: string }
let adaId: string
beforeAll(async () => {
  service = await openTestService()
  const staff = staffOf({ ...service, now: service.clock.now })
  adaId = await staff.add('Ada', 'admin')
  admin = { cookie: cookieOf(await logInUser(service.app, staff.emailOf('Ada'))) }
})
afterAll(() => service.close())

const readLog = async (query: Record<string, string> = {}) => {
  const path = `/api/access/log?${new URLSearchParams(query)}`
  return (await (await service.app.request(path, { headers: admin })).json()) as z.output<
    typeof auditLogSchema
  >
}
const lines = async (query: Record<string, string> = {}) =>
  (await readLog(query)).entries.map(({ by, action, detail }) => [by, action, detail ?? ''].join(' ').trim())

const bearer = { authorization: `Bearer ${testToken}` }

async function loggedInWithPassword() {
  return { cookie: cookieOf(await send(service.app, 'POST', '/api/login', { password: testPassword })) }
}

describe('the audit', () => {
  test('records what is changed with the shared password and the shared token', async () => {
    const shared = await loggedInWithPassword()
    const positions: number[] = []
    for (const headers of [shared, bearer]) {
      const response = await send(service.app, 'POST', '/api/annotations', { title: 'Plakate' }, headers)
      positions.push(((await response.json()) as { position: number }).position)
    }
    const costs = await service.app.request('/api/costs', {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'text/csv' },
      body: 'day;source;campaign;cost\n20.11.2026;google;a;1,00\n',
    })
    expect(costs.status).toBe(201)
    const removed = await send(service.app, 'DELETE', `/api/annotations/${positions[0]}`, undefined, bearer)
    expect(removed.status).toBeLessThan(300)
    await send(service.app, 'POST', '/api/logout', undefined, shared)
    const found = (await lines()).slice(0, 6).map((line) => line.replace(/ event \d+$/, ''))
    expect(found).toEqual([
      'REPORTS_PASSWORD logout',
      'REPORTS_TOKEN DELETE /api/annotations/:id',
      'REPORTS_TOKEN POST /api/costs',
      'REPORTS_TOKEN POST /api/annotations',
      'REPORTS_PASSWORD POST /api/annotations',
      'REPORTS_PASSWORD login',
    ])
  })

  test('records no session with the shared password that it cannot record', async () => {
    const { operators } = service.store
    const { audit } = operators
    operators.audit = () => Promise.reject(new StoreUnavailable('full'))
    const response = await send(service.app, 'POST', '/api/login', { password: testPassword })
    operators.audit = audit
    expect([response.status, response.headers.get('set-cookie')]).toEqual([503, null])
  })

  test(
    'counts refused logins per hour, by the user or password that was tried',
    { tags: 'slow', timeout: 40_000 },
    async () => {
      for (const email of ['ada@example.org', 'ada@example.org', 'nobody@example.org'])
        expect((await logInUser(service.app, email, 'a wrong password')).status).toBe(401)
      await send(service.app, 'POST', '/api/login', { password: 'wrong' })
      const wrong = { authorization: `Bearer ${'x'.repeat(40)}` }
      expect((await service.app.request('/api/reports/moment', { headers: wrong })).status).toBe(401)
      service.clock.advance(3600_000)
      await logInUser(service.app, 'ada@example.org', 'a wrong password')
      const wanted = [
        `Ada · ${adaId.slice(0, 8)} refused-wrong-password 1`,
        `Ada · ${adaId.slice(0, 8)} refused-wrong-password 2`,
        `${unknownUser} refused-wrong-password 1`,
        'REPORTS_PASSWORD refused-wrong-password 1',
        '(unknown token) refused-wrong-token 1',
      ]
      // Only the first attempt is written at once.
      await eventually(async () => {
        const refused = (await lines()).filter((line) => line.includes('refused-'))
        expect(refused.toSorted()).toEqual(wanted.toSorted())
      }, 30_000)
    },
  )

  test('is filtered by person and action, and read page by page', async () => {
    for (let index = 0; index < 120; index += 1)
      await service.store.operators.audit({
        at: service.clock.now(),
        operator: index % 2 === 0 ? 'Otto' : 'Paula',
        action: index % 3 === 0 ? 'login' : 'logout',
        orderId: null,
        detail: `${index}`,
      })
    const first = await readLog()
    expect(first.entries).toHaveLength(100)
    expect(first.people).toEqual(expect.arrayContaining(['Otto', 'Paula', 'REPORTS_TOKEN']))
    expect(first.actions).toEqual(expect.arrayContaining(['login', 'POST /api/annotations']))
    const second = await readLog({ cursor: first.nextCursor! })
    expect(second.nextCursor).toBeNull()
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect(ids.length).toBeGreaterThan(120)
    expect(await lines({ by: 'Otto' })).toHaveLength(60)
    const both = await lines({ by: 'Otto', action: 'login' })
    expect(both).toHaveLength(20)
    expect(both[0]).toBe('Otto login 114')
  })

  test.each(['?cursor=x', '?cursor=1&cursor=2', '?person=Otto', '?by='])(
    'refuses the query %s',
    async (query) => {
      for (const file of ['log', 'log.csv', 'log.de.csv']) {
        const response = await service.app.request(`/api/access/${file}${query}`, { headers: admin })
        expect(response.status, file).toBe(400)
      }
    },
  )

  test('is a file for German spreadsheets and one for machines, with the same filters', async () => {
    const get = async (file: string) =>
      (await service.app.request(`/api/access/${file}`, { headers: admin })).text()
    await service.store.operators.auditRefusals({
      at: service.clock.now(),
      hour: service.clock.now(),
      operator: 'ORDERS_PASSWORD',
      action: 'refused-wrong-password',
      count: 3,
    })
    const german = (await get('log.de.csv')).split('\r\n')
    expect(german[0]).toBe('Zeitpunkt;Wer;Was;Näheres')
    expect(german[1]).toMatch(
      /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d;Gemeinsames Passwort der Auftragsbearbeitung;Anmeldung abgewiesen: falsches Passwort;3 Versuche in dieser Stunde$/,
    )
    expect(german.join('\n')).toMatch(
      /;Gemeinsamer Schlüssel der Skripte \(REPORTS_TOKEN\);Kosten eingetragen;/,
    )
    const otto = (await get('log.csv?by=Otto')).split('\r\n').slice(1, -1)
    expect(otto).toHaveLength(60)
    expect(otto[0]).toMatch(/Z,Otto,\w+,118$/)
  })
})

describe('a hostile client', () => {
  test('causes few entries and few writes, and loses no attempt while the store is unavailable', async () => {
    vi.useFakeTimers()
    const written: Refusals[] = []
    let isFull = false
    const record = createRefusalRecord({
      store: {
        auditRefusals: async (refusals) => {
          if (isFull) throw new StoreUnavailable('full')
          written.push({ ...refusals })
        },
      },
      log: { error: vi.fn() },
      now: () => 1000,
    })
    for (let index = 0; index < 5000; index += 1)
      record({ operator: `user ${index}`, action: 'refused-wrong-password' })
    isFull = true
    await vi.advanceTimersByTimeAsync(10_000)
    isFull = false
    await vi.advanceTimersByTimeAsync(20_000)
    vi.useRealTimers()
    expect(written).toHaveLength(101)
    expect(written.find(({ operator }) => operator === unknownUser)?.count).toBe(4900)
    expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(5000)
  })
})
