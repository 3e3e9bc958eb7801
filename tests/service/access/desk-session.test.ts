import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketerFingerprint, operatorFingerprint, sessionMs } from '#service/access/sessions.ts'
import {
  type TestService,
  openTestService,
  testOrdersPassword,
  testPassword,
} from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const logIn = (name: string, password = testOrdersPassword) => post('/api/desk/login', { name, password })
const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!
const sessionOf = async (cookie: string) =>
  (await service.app.request('/api/desk/session', { headers: { cookie } })).json()

const renamed = (cookie: string, name: string) => `${name}=${cookie.split('=')[1]}`
const report = '/api/reports/orders?from=2026-11-01&to=2026-11-30'

test('an operator logs in with a name, which the session keeps', async () => {
  const response = await logIn('  Anna Köhler ')
  const expiresAt = new Date(service.clock.now() + sessionMs).toISOString()
  const session = { authenticated: true, expiresAt, operator: 'Anna Köhler' }
  expect(await response.json()).toEqual(session)
  expect(response.headers.get('set-cookie')).toMatch(
    /^formlotse-desk=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await sessionOf(cookieOf(response))).toEqual(session)
  const headers = { cookie: cookieOf(response) }
  await service.app.request('/api/desk/logout', { method: 'POST', headers })
  expect(await sessionOf(headers.cookie)).toEqual({ authenticated: false, expiresAt: null, operator: null })
})

test.each([
  ['the password of the reports', { name: 'Anna', password: testPassword }, 401],
  ['no name', { password: testOrdersPassword }, 400],
  ['an empty name', { name: '  ', password: testOrdersPassword }, 400],
  ['a name with a line break', { name: 'An\nna', password: testOrdersPassword }, 400],
])('a login with %s is refused', async (_, body, status) => {
  const response = await post('/api/desk/login', body)
  expect([response.status, response.headers.get('set-cookie')]).toEqual([status, null])
})

test('neither role can use the session of the other, even under the name of its cookie', async () => {
  const operator = cookieOf(await logIn('Anna'))
  const marketer = cookieOf(await post('/api/login', { password: testPassword }))
  for (const cookie of [operator, renamed(operator, 'formlotse-reports')])
    expect((await service.app.request(report, { headers: { cookie } })).status).toBe(401)
  expect((await service.app.request(report, { headers: { cookie: marketer } })).status).toBe(200)
  for (const cookie of [marketer, renamed(marketer, 'formlotse-desk')])
    expect(await sessionOf(cookie)).toMatchObject({ authenticated: false })
})

test('equal passwords of both roles have different fingerprints', () => {
  const piiKey = Buffer.alloc(32, 1)

  expect(operatorFingerprint({ piiKey, ordersPassword: 'x' })).not.toBe(
    marketerFingerprint({ piiKey, reportsPassword: 'x' }),
  )
})

test('one browser can have a session of each role', async () => {
  const operator = cookieOf(await logIn('Anna'))
  const response = await post('/api/login', { password: testPassword }, { cookie: operator })
  const cookie = `${operator}; ${cookieOf(response)}`
  expect(await sessionOf(cookie)).toMatchObject({ authenticated: true, operator: 'Anna' })
  expect((await service.app.request(report, { headers: { cookie } })).status).toBe(200)
})
