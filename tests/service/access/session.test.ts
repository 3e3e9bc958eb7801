import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionKey, sessionMs } from '#service/access/sessions.ts'
import { type TestService, openTestService, testPassword, testToken } from '../harness.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())

const report = '/api/reports/orders?from=2026-11-01&to=2026-11-30'
const json = { 'content-type': 'application/json' }

const logIn = (at: TestService, password: unknown, headers: Record<string, string> = {}) =>
  at.app.request('/api/login', {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify({ password }),
  })

/** Name and value, as a browser sends it back. */
const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!

async function session(at: TestService) {
  const response = await logIn(at, testPassword)
  expect(response.status).toBe(200)
  return { cookie: cookieOf(response) }
}

const statusOf = async (at: TestService, headers: Record<string, string>) =>
  (await at.app.request(report, { headers })).status

describe('a login', () => {
  test('with the password opens the reports for 12 hours', async () => {
    const response = await logIn(service, testPassword)
    const expiresAt = new Date(service.clock.now() + sessionMs).toISOString()
    expect(await response.json()).toEqual({ authenticated: true, expiresAt })
    expect(response.headers.get('set-cookie')).toMatch(
      /^formlotse-reports=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const headers = { cookie: cookieOf(response) }
    const asked = await service.app.request('/api/session', { headers })
    expect(await asked.json()).toEqual({ authenticated: true, expiresAt })
    expect(await statusOf(service, headers)).toBe(200)

    const start = service.clock.now()
    service.clock.advance(sessionMs)
    expect(await statusOf(service, headers)).toBe(401)
    service.clock.set(start)
  })

  test('takes an ü however it is typed, and what a paste brings along', async () => {
    expect((await logIn(service, ` ${testPassword.normalize('NFD')}\n`)).status).toBe(200)
  })

  test.each([
    [{ password: 'Strasse nach Köln' }, 401, 'wrong-password'],
    [{ password: '' }, 400, 'malformed'],
    [{ password: testPassword, user: 'x' }, 400, 'malformed'],
    [[testPassword], 400, 'malformed'],
  ])('with %j is refused, and nothing is opened', async (body, status, type) => {
    const response = await service.app.request('/api/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toMatchObject({ type: `urn:formlotse:problem:${type}` })
  })

  test('is tried ten times a minute; then not even the right password is compared', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    for (let n = 0; n < 10; n++) expect((await logIn(limited, 'a wrong password')).status).toBe(401)
    const refused = await logIn(limited, testPassword)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.close()
  })

  test('leaves no password in the log', async () => {
    await logIn(service, testPassword)
    await logIn(service, 'hunter2-hunter2')
    const lines = service.lines.join()
    expect(lines).toContain('/api/login')
    expect(lines).not.toMatch(/Köln|hunter2/)
  })
})

describe('a session', () => {
  test('ends with the logout', async () => {
    const headers = await session(service)
    const response = await service.app.request('/api/logout', { method: 'POST', headers })
    expect(await response.json()).toEqual({ authenticated: false, expiresAt: null })
    expect(response.headers.get('set-cookie')).toMatch(/^formlotse-reports=; Max-Age=0; Path=\//)
  })

  test('is asked for without an error', async () => {
    const response = await service.app.request('/api/session')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ authenticated: false, expiresAt: null })
  })

  test('behind https has a cookie that never leaves it', async () => {
    const secure = await openTestService({ settings: { publicUrl: 'https://www.example.de' } })
    const response = await logIn(secure, testPassword)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-formlotse-reports=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await statusOf(secure, { cookie: cookieOf(response) })).toBe(200)
    // One without the prefix may have been planted by another subdomain.
    expect(await statusOf(secure, { cookie: cookieOf(response).replace('__Host-', '') })).toBe(401)
    await secure.close()
  })

  test('holds in every process with the same secrets, and ends when the password changes', async () => {
    const key = sessionKey({ piiKey: Buffer.alloc(32, 1), reportsPassword: testPassword })
    const other = sessionKey({ piiKey: Buffer.alloc(32, 1), reportsPassword: 'another password' })
    const [one, two, changed] = await Promise.all(
      [key, key, other].map((each) => openTestService({ settings: { sessionKey: each } })),
    )
    const headers = await session(one!)
    expect(await statusOf(two!, headers)).toBe(200)
    expect(await statusOf(changed!, headers)).toBe(401)
    await Promise.all([one, two, changed].map((each) => each!.close()))
  })

  test('cannot be made or prolonged by whoever has a cookie', async () => {
    const { cookie } = await session(service)
    const [, signature] = decodeURIComponent(cookie.split('=').slice(1).join('=')).split('.')
    const later = service.clock.now() + 2 * sessionMs
    for (const value of [`${later}.${signature}`, `${later}.`, String(later), 'Infinity', ''])
      expect(await statusOf(service, { cookie: `formlotse-reports=${encodeURIComponent(value)}` })).toBe(401)
  })
})

const post = (path: string, headers: Record<string, string>) =>
  service.app.request(path, { method: 'POST', headers })

describe('what a page of another origin makes a browser send', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://localhost:3000' }, 200],
    [{}, 200],
  ])('%j is answered %i', async (headers, status) => {
    expect((await post('/api/logout', headers as Record<string, string>)).status).toBe(status)
  })

  test('is refused with a cookie, but may be asked with the token', async () => {
    const cookie = await session(service)
    const foreign = { origin: 'https://evil.example' }
    expect((await post('/api/reports/orders', { ...cookie, ...foreign })).status).toBe(403)
    const token = { authorization: `Bearer ${testToken}` }
    expect((await post('/api/reports/orders', { ...token, ...foreign })).status).toBe(404)
    expect(await statusOf(service, { ...cookie, ...foreign })).toBe(200)
  })
})

describe('a wrong token', () => {
  test('is taken ten times a minute; then the client is refused, the right one too; a session is not', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    const cookie = await session(limited)
    const right = { authorization: `Bearer ${testToken}` }
    for (let n = 0; n < 30; n++) expect(await statusOf(limited, right)).toBe(200)
    const wrong = { authorization: 'Bearer wrong' }
    for (let n = 0; n < 10; n++) expect(await statusOf(limited, wrong)).toBe(401)
    expect(await statusOf(limited, wrong)).toBe(429)
    expect(await statusOf(limited, right)).toBe(429)
    expect((await limited.app.request('/metrics', { headers: right })).status).toBe(429)
    expect(await statusOf(limited, cookie)).toBe(200)
    limited.clock.advance(61_000)
    expect(await statusOf(limited, right)).toBe(200)
    await limited.close()
  })
})

test('no report is answered without access, under any of its paths', async () => {
  const paths = service.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/reports/'))
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, '1') }))
  expect(paths.length).toBeGreaterThan(4)
  for (const { method, path } of paths) {
    const response = await service.app.request(path, { method })
    expect([path, response.status]).toEqual([path, 401])
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})
