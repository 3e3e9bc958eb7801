import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pino } from 'pino'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { endOutdatedSessions, maxSessions, marketerFingerprint, sessionMs } from '#service/access/sessions.ts'
import { unknownPerMinute } from '#service/access/session-cookies.ts'
import { type TestService, openTestService, testPassword, testToken } from '#tests/service/harness.ts'

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

/** Returns the cookie in the form in which a browser sends it back: name and value. */
const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!

async function session(at: TestService) {
  const response = await logIn(at, testPassword)
  expect(response.status).toBe(200)
  return { cookie: cookieOf(response) }
}

const statusOf = async (at: TestService, headers: Record<string, string>) =>
  (await at.app.request(report, { headers })).status

describe('a login', () => {
  test('opens the reports for 12 hours with the right password', async () => {
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

  test('accepts an ü in either normalization form, and surrounding white space', async () => {
    expect((await logIn(service, ` ${testPassword.normalize('NFD')}\n`)).status).toBe(200)
  })

  test.each([
    [{ password: 'Strasse nach Köln' }, 401, 'wrong-password'],
    [{ password: '' }, 400, 'malformed'],
    [{ password: testPassword, user: 'x' }, 400, 'malformed'],
    [[testPassword], 400, 'malformed'],
  ])('refuses %j and opens no session', async (body, status, type) => {
    const response = await service.app.request('/api/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toMatchObject({ type: `urn:formlotse:problem:${type}` })
  })

  test('allows ten attempts a minute; then even the right password is refused', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    for (let n = 0; n < 10; n++) expect((await logIn(limited, 'a wrong password')).status).toBe(401)
    const refused = await logIn(limited, testPassword)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.close()
  })

  test('writes no password to the log', async () => {
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

  test('can be queried without an error', async () => {
    const response = await service.app.request('/api/session')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ authenticated: false, expiresAt: null })
  })

  test('has a Secure cookie over https', async () => {
    const secure = await openTestService({ settings: { publicUrl: 'https://www.example.de' } })
    const response = await logIn(secure, testPassword)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-formlotse-reports=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await statusOf(secure, { cookie: cookieOf(response) })).toBe(200)
    // Without the prefix `__Host-`, the cookie is refused, because another subdomain could have set it.
    expect(await statusOf(secure, { cookie: cookieOf(response).replace('__Host-', '') })).toBe(401)
    await secure.close()
  })

  test('gives no access after its end or after a new login has replaced it', async () => {
    const first = await session(service)
    const second = await session(service)
    expect(await statusOf(service, first)).toBe(200)
    await service.app.request('/api/logout', { method: 'POST', headers: first })
    expect(await statusOf(service, first)).toBe(401)
    expect(await statusOf(service, second)).toBe(200)

    const again = await logIn(service, testPassword, second)
    expect(await statusOf(service, second)).toBe(401)
    expect(await statusOf(service, { cookie: cookieOf(again) })).toBe(200)
  })

  test('is stored under a hash of its cookie, with subject and role', async () => {
    const { cookie } = await session(service)
    const secret = cookie.split('=')[1]!
    expect(secret).toMatch(/^[\w-]{43}$/)
    const id = createHash('sha256').update(secret).digest('base64url')
    const credential = marketerFingerprint({ piiKey: service.piiKey, reportsPassword: testPassword })
    const now = service.clock.now()
    expect(await service.store.sessions.find({ id, credential, now })).toMatchObject({
      subject: 'REPORTS_PASSWORD',
      role: 'marketer',
    })
    expect(await service.store.sessions.find({ id: secret, credential, now })).toBeUndefined()
    expect(await statusOf(service, { cookie: `formlotse-reports=${id}` })).toBe(401)
  })

  test('ends when the password changes, even if the old password is restored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'formlotse-sessions-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const piiKey = Buffer.alloc(32, 1)
    const [before, after] = [testPassword, 'another password'].map((reportsPassword) =>
      marketerFingerprint({ piiKey, reportsPassword }),
    ) as [string, string]
    const openStore = () => openSqliteStore({ file: join(folder, 'formlotse.db'), piiKey, exclusive: true })
    const start = async (credential: string) => {
      const started = await openTestService({ openStore, settings: { passwordFingerprint: credential } })
      const log = pino({ level: 'info' }, { write: (line: string) => void started.lines.push(line) })
      return {
        ...started,
        endOutdated: () => endOutdatedSessions(started.store.sessions, { role: 'marketer', credential }, log),
      }
    }

    const first = await start(before)
    const headers = await session(first)
    await first.endOutdated()
    expect(await statusOf(first, headers)).toBe(200)
    await first.close()

    const changed = await start(after)
    expect(await statusOf(changed, headers)).toBe(401)
    await changed.endOutdated()
    expect(changed.lines.join()).toContain('"ended":1')
    await changed.close()

    const back = await start(before)
    expect(await statusOf(back, headers)).toBe(401)
    await back.close()
  })

  test('cannot be forged, and signed cookies of earlier versions are not accepted', async () => {
    const later = service.clock.now() + sessionMs
    for (const value of [`${later}.signature`, String(later), 'a'.repeat(43), '%00'.repeat(43), ''])
      expect(await statusOf(service, { cookie: `formlotse-reports=${value}` })).toBe(401)
  })

  test('has its last use recorded every ten minutes, and is displaced by many others only when it is idle', async () => {
    const many = await openTestService()
    const [used, resting] = [await session(many), await session(many)]
    many.clock.advance(10 * 60_000)
    expect(await statusOf(many, used)).toBe(200)
    for (let n = 1; n < maxSessions; n++) await session(many)
    expect(await statusOf(many, resting)).toBe(401)
    expect(await statusOf(many, used)).toBe(200)
    await many.close()
  })
})

const post = (path: string, headers: Record<string, string>) =>
  service.app.request(path, { method: 'POST', headers })

describe('a request that a page of another origin makes a browser send', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://localhost:3000' }, 200],
    [{}, 200],
  ])('with %j gets status %i', async (headers, status) => {
    expect((await post('/api/logout', headers as Record<string, string>)).status).toBe(status)
  })

  test('is refused with a cookie, but accepted with the token', async () => {
    const cookie = await session(service)
    const foreign = { origin: 'https://evil.example' }
    expect((await post('/api/reports/orders', { ...cookie, ...foreign })).status).toBe(403)
    const token = { authorization: `Bearer ${testToken}` }
    expect((await post('/api/reports/orders', { ...token, ...foreign })).status).toBe(405)
    expect(await statusOf(service, { ...cookie, ...foreign })).toBe(200)
  })
})

describe('a wrong token', () => {
  test('is accepted ten times a minute; then the client is refused even with the right token, but not with a session', async () => {
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

const madeUp = () => ({ cookie: `formlotse-reports=${randomBytes(32).toString('base64url')}` })
const logOut = async (at: TestService, headers: Record<string, string>) =>
  (await at.app.request('/api/logout', { method: 'POST', headers })).status

describe('unknown session cookies', () => {
  test('are looked up 600 times a minute, even concurrently; a known session still opens the reports', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    const cookie = await session(limited)
    expect(await statusOf(limited, cookie)).toBe(200)
    const find = vi.spyOn(limited.store.sessions, 'find')
    const open = async () => (await limited.app.request('/api/session', { headers: madeUp() })).status
    const statuses = await Promise.all(Array.from({ length: 610 }, open))
    expect(statuses.filter((status) => status === 200)).toHaveLength(unknownPerMinute - 1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
    expect(await statusOf(limited, madeUp())).toBe(429)
    expect(await logOut(limited, madeUp())).toBe(429)
    expect(find).toHaveBeenCalledTimes(unknownPerMinute - 1)
    expect(await statusOf(limited, cookie)).toBe(200)
    expect((await limited.app.request('/api/session')).status).toBe(200)
    await limited.close()
  })

  test('end no session, so a logout with one writes nothing', async () => {
    const end = vi.spyOn(service.store.sessions, 'end')
    onTestFinished(() => end.mockRestore())
    expect(await logOut(service, madeUp())).toBe(200)
    expect(end).not.toHaveBeenCalled()
    expect(await logOut(service, await session(service))).toBe(200)
    expect(end).toHaveBeenCalledOnce()
  })
})

/** Returns functions that log in or query a report from the given client address. */
const clientOf = (at: TestService, address: string) => ({
  logIn: async (password: string): Promise<Response> =>
    at.app.request(
      '/api/login',
      { method: 'POST', headers: json, body: JSON.stringify({ password }) },
      { incoming: { socket: { remoteAddress: address } } },
    ),
  ask: async (token: string): Promise<Response> =>
    at.app.request(
      report,
      { headers: { authorization: `Bearer ${token}` } },
      { incoming: { socket: { remoteAddress: address } } },
    ),
})

async function took(answer: Promise<Response>) {
  const startedAt = performance.now()
  const { status } = await answer
  return { status, ms: performance.now() - startedAt }
}

const flood = async (at: TestService, attempt: 'logIn' | 'ask') => {
  for (let n = 0; n < 101; n++) {
    const { status } = await clientOf(at, `198.51.100.${n}`)[attempt]('a-wrong-guess')
    expect(status).toBe(401)
  }
}

const accessLines = ({ lines }: TestService) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => /access|login|logout/.test(String(msg)))
    .map(({ time: _time, pid: _pid, hostname: _hostname, ...line }) => line)

describe('guessing from many addresses', () => {
  test('delays all logins equally, and accepts the right password', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    const calm = await took(clientOf(limited, '192.0.2.1').logIn('a wrong guess'))
    expect(calm.ms).toBeLessThan(900)
    await flood(limited, 'logIn')

    const [wrong, right] = await Promise.all([
      took(clientOf(limited, '203.0.113.1').logIn('a wrong guess')),
      took(clientOf(limited, '203.0.113.2').logIn(testPassword)),
    ])
    expect(wrong.status).toBe(401)
    expect(right.status).toBe(200)
    // A login with the right password is delayed as long as one with a wrong password. Otherwise, a client could take
    // every slow response for a wrong guess and disconnect early.
    for (const { ms } of [wrong, right]) expect(ms).toBeGreaterThanOrEqual(990)

    limited.clock.advance(61_000)
    expect((await took(clientOf(limited, '203.0.113.3').logIn(testPassword))).ms).toBeLessThan(900)
  })

  test('allows each client three attempts a minute', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    await flood(limited, 'logIn')
    const stranger = clientOf(limited, '203.0.113.1')
    const answers = await Promise.all([1, 2, 3, 4].map(() => stranger.logIn('a wrong guess')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await clientOf(limited, '203.0.113.2').logIn(testPassword)).status).toBe(200)
  })

  test('accepts the right password even if the maximum number of wrong ones is waiting', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    await flood(limited, 'logIn')
    const waiting = Array.from({ length: 150 }, (_, n) => clientOf(limited, `203.0.113.${n}`).logIn('wrong'))
    const right = await clientOf(limited, '192.0.2.1').logIn(testPassword)
    expect(right.status).toBe(200)
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(401)
  })

  test('delays tokens as well', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    await flood(limited, 'ask')
    const right = await took(clientOf(limited, '203.0.113.1').ask(testToken))
    expect(right.status).toBe(200)
    expect(right.ms).toBeGreaterThanOrEqual(990)
    const stranger = clientOf(limited, '203.0.113.2')
    const answers = await Promise.all([1, 2, 3, 4].map(() => stranger.ask('a-wrong-guess')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('the log', () => {
  test('records logins, logouts and refusals, without addresses', async () => {
    const logged = await openTestService()
    onTestFinished(() => logged.close())
    const client = clientOf(logged, '192.0.2.77')
    const cookie = cookieOf(await client.logIn(testPassword))
    await client.logIn('a wrong guess')
    await client.ask('a-wrong-token')
    await logged.app.request('/api/logout', { method: 'POST', headers: { cookie } })
    await logged.app.request('/api/logout', { method: 'POST', headers: { cookie } })
    expect(accessLines(logged)).toEqual([
      { level: 30, subject: 'REPORTS_PASSWORD', role: 'marketer', msg: 'login accepted' },
      { level: 40, reason: 'wrong-password', msg: 'access refused' },
      { level: 40, reason: 'wrong-token', msg: 'access refused' },
      { level: 30, msg: 'logout' },
    ])
    expect(logged.lines.join()).not.toContain('192.0.2.77')
  })

  test('has ten lines a minute about refusals, and one line that counts the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const logged = await openTestService({ settings: { rateLimit: true } })
    for (let n = 0; n < 12; n++) await logIn(logged, 'a wrong guess')
    for (let n = 0; n < 3; n++) await clientOf(logged, '192.0.2.1').ask('a-wrong-token')
    expect(accessLines(logged)).toHaveLength(10)
    vi.advanceTimersByTime(60_000)
    expect(accessLines(logged).slice(10)).toEqual([
      {
        level: 40,
        refused: { 'too-many-requests': 2, 'wrong-token': 3 },
        msg: 'more access refused in the last minute',
      },
    ])
    await logIn(logged, 'a wrong guess')
    expect(accessLines(logged)).toHaveLength(12)
    vi.useRealTimers()
    await logged.close()
  })
})

test('no path of a report responds without access', async () => {
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
