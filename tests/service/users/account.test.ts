import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#domain/time/durations.ts'
import { sessionMs } from '#service/access/sessions.ts'
import type { AppSettings } from '#service/app-settings.ts'
import {
  type TestService,
  cheapHashing,
  openTestService,
  testOrdersPassword,
  testPassword,
} from '#tests/service/harness.ts'
import { cookieOf, logInUser, send, staffOf, userPassword } from './staff.ts'

let service: TestService
let staff: ReturnType<typeof staffOf>
beforeAll(async () => {
  service = await openTestService()
  staff = staffOf({ ...service, now: service.clock.now })
})
afterAll(() => service.close())

/** Opens a service with other settings on the store of `service`, which closes it. */
const openOther = (settings: Partial<AppSettings>) =>
  openTestService({
    settings,
    folder: service.folder,
    piiKey: service.piiKey,
    openStore: () => Promise.resolve(service.store),
  })

const report = '/api/reports/orders?from=2026-11-01&to=2026-11-30'

async function loggedIn(name: string, at = service) {
  const response = await logInUser(at.app, staff.emailOf(name))
  expect(response.status).toBe(200)
  return { cookie: cookieOf(response) }
}

const account = async (headers: Record<string, string>) =>
  (await (await send(service.app, 'GET', '/api/account', undefined, headers)).json()) as { user: unknown }

const from = (client: number) => ({ 'x-forwarded-for': `10.0.0.${client}` })

describe('the login of a user', () => {
  test('opens what the role opens for 12 hours, whatever the spelling of the address', async () => {
    const id = await staff.add('Anna', 'marketer')
    const response = await logInUser(service.app, 'ANNA@Example.org')
    const expiresAt = new Date(service.clock.now() + sessionMs).toISOString()
    const user = { id, name: 'Anna', email: 'anna@example.org', role: 'marketer', hasPassword: true }
    expect(await response.json()).toEqual({ user, expiresAt })
    expect(response.headers.get('set-cookie')).toMatch(
      /^formlotse-user=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const headers = { cookie: cookieOf(response) }
    expect(await account(headers)).toEqual({ user, expiresAt })
    expect((await service.app.request(report, { headers })).status).toBe(200)
    const session = await service.app.request('/api/session', { headers })
    expect(await session.json()).toEqual({
      authenticated: true,
      expiresAt,
      user: { name: 'Anna', role: 'marketer' },
    })
    const start = service.clock.now()
    service.clock.advance(sessionMs)
    expect((await service.app.request(report, { headers })).status).toBe(401)
    service.clock.set(start)
  })

  test('says the same for a wrong password, an unknown address, invited and deactivated users', async () => {
    await staff.add('Wera', 'marketer')
    await staff.invite('Ines', 'marketer')
    const gone = await staff.add('Gero', 'marketer')
    await service.store.users.change(gone, { state: 'deactivated' })
    const attempts = await Promise.all([
      logInUser(service.app, staff.emailOf('Wera'), 'a wrong password'),
      logInUser(service.app, 'nobody@example.org'),
      logInUser(service.app, staff.emailOf('Ines')),
      logInUser(service.app, staff.emailOf('Gero')),
    ])
    const said = await Promise.all(attempts.map(async (response) => [response.status, await response.text()]))
    expect(new Set(said.map(String)).size).toBe(1)
    expect(said[0]![0]).toBe(401)
    expect(attempts.map((response) => response.headers.get('set-cookie'))).toEqual([null, null, null, null])
  })

  test('writes neither address nor password to the log', async () => {
    await staff.add('Lotte', 'marketer')
    await loggedIn('Lotte')
    await logInUser(service.app, 'lotte@example.org', 'hunter2-hunter2')
    const lines = service.lines.join()
    expect(lines).toContain('/api/account/login')
    expect(lines).not.toMatch(/Wupper|hunter2|lotte|Lotte/)
  })

  test('is refused from a page of another origin', async () => {
    await staff.add('Otto', 'marketer')
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await logInUser(service.app, staff.emailOf('Otto'), userPassword, foreign)).status).toBe(403)
  })

  test('allows ten attempts a minute per client', async () => {
    const limited = await openOther({ rateLimit: true })
    for (let n = 0; n < 10; n++)
      expect((await logInUser(limited.app, 'x@example.org', 'wrong')).status).toBe(401)
    expect((await logInUser(limited.app, 'x@example.org', 'wrong')).status).toBe(429)
  })

  test('stays possible for the owner while many clients guess', async () => {
    const limited = await openOther({ rateLimit: true, trustProxy: 1 })
    await staff.add('Olga', 'marketer')
    const guess = (client: number) => logInUser(limited.app, 'olga@example.org', 'wrong', from(client))
    for (let client = 0; client < 11; client++) expect((await guess(client)).status).toBe(401)
    // The account is slowed down now: a client has three attempts a minute, and its owner has them too.
    for (let n = 0; n < 3; n++) expect((await guess(20)).status).toBe(401)
    expect((await guess(20)).status).toBe(429)
    expect((await logInUser(limited.app, 'olga@example.org', userPassword, from(99))).status).toBe(200)
  })
})

describe('a user', () => {
  test('is logged out by every logout, also that of the reports', async () => {
    await staff.add('Lea', 'admin')
    for (const path of ['/api/logout', '/api/desk/logout', '/api/account/logout']) {
      const headers = await loggedIn('Lea')
      expect((await account(headers)).user).toMatchObject({ name: 'Lea' })
      expect((await send(service.app, 'POST', path, undefined, headers)).status).toBe(200)
      expect((await account(headers)).user).toBeNull()
    }
  })

  test('has no session of a shared password beside the own one, and logs out of all', async () => {
    const id = await staff.add('Gabi', 'marketer')
    const marketer = cookieOf(await send(service.app, 'POST', '/api/login', { password: testPassword }))
    const desk = { name: 'Otto', password: testOrdersPassword }
    const operator = cookieOf(await send(service.app, 'POST', '/api/desk/login', desk))
    const opens = (cookie: string) =>
      Promise.all(
        ['/api/session', '/api/desk/session'].map(async (path) => {
          const response = await service.app.request(path, { headers: { cookie } })
          return ((await response.json()) as { authenticated: boolean }).authenticated
        }),
      )
    expect([await opens(marketer), await opens(operator)]).toEqual([
      [true, false],
      [false, true],
    ])
    const both = { cookie: `${marketer}; ${operator}` }
    const login = await logInUser(service.app, staff.emailOf('Gabi'), userPassword, both)
    expect(login.status).toBe(200)
    const gone = login.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'))
    const names = gone.map((cookie) => cookie.split('=')[0])
    expect(new Set(names)).toEqual(new Set(['formlotse-desk', 'formlotse-reports']))
    expect([await opens(marketer), await opens(operator)]).toEqual([
      [false, false],
      [false, false],
    ])
    const again = cookieOf(await send(service.app, 'POST', '/api/desk/login', desk))
    const all = { cookie: `${cookieOf(login)}; ${again}` }
    expect((await send(service.app, 'POST', '/api/account/logout', undefined, all)).status).toBe(200)
    expect(await opens(all.cookie)).toEqual([false, false])
    const entries = await service.store.operators.auditOfStaff({ limit: 4 })
    expect(entries.map(({ operator: by, action }) => `${by} ${action}`)).toEqual([
      `Gabi · ${id.slice(0, 8)} logout`,
      'Otto logout',
      'Otto login',
      'Otto logout',
    ])
  })

  test('changes the password, after which only this browser is logged in', async () => {
    await staff.add('Paul', 'operator')
    const [here, there] = [await loggedIn('Paul'), await loggedIn('Paul')]
    const path = '/api/account/password'
    const next = 'eine Kirche in Soest'
    const change = (current: string, to: string, headers: Record<string, string>) =>
      send(service.app, 'POST', path, { current, next: to }, headers)
    expect((await change('a wrong password', next, here)).status).toBe(401)
    expect((await change(userPassword, 'too short', here)).status).toBe(400)
    const common = await change(userPassword, 'Formlotse2026', here)
    expect([common.status, await common.json()]).toMatchObject([
      400,
      { type: 'urn:formlotse:problem:common-password', parameter: 'next' },
    ])
    expect((await change(userPassword, next, {})).status).toBe(401)
    const changed = await change(userPassword, next, here)
    expect(changed.status).toBe(200)
    expect((await account(here)).user).toBeNull()
    expect((await account(there)).user).toBeNull()
    expect((await account({ cookie: cookieOf(changed) })).user).toMatchObject({ name: 'Paul' })
    expect((await logInUser(service.app, staff.emailOf('Paul'))).status).toBe(401)
    expect((await logInUser(service.app, staff.emailOf('Paul'), next)).status).toBe(200)
  })

  test('sees and ends the own sessions only', async () => {
    await staff.add('Mia', 'marketer')
    await staff.add('Nils', 'marketer')
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
    const login = await logInUser(service.app, staff.emailOf('Mia'), userPassword, { 'user-agent': firefox })
    const mia = { cookie: cookieOf(login) }
    const other = await loggedIn('Mia')
    const nils = await loggedIn('Nils')
    const list = async (headers: Record<string, string>) => {
      const response = await send(service.app, 'GET', '/api/account/sessions', undefined, headers)
      return ((await response.json()) as { sessions: { id: string; device: string; isCurrent: boolean }[] })
        .sessions
    }
    const sessions = await list(mia)
    expect(sessions).toHaveLength(2)
    const own = sessions.find(({ isCurrent }) => isCurrent)!
    expect(own.device).toBe('Firefox, Linux')
    const end = (id: string, headers: Record<string, string>) =>
      send(service.app, 'DELETE', `/api/account/sessions/${id}`, undefined, headers)
    expect((await end(own.id, nils)).status).toBe(404)
    const second = sessions.find(({ isCurrent }) => !isCurrent)!
    expect((await end(second.id, mia)).status).toBe(204)
    expect((await account(other)).user).toBeNull()
    await loggedIn('Mia')
    expect((await send(service.app, 'DELETE', '/api/account/sessions', undefined, mia)).status).toBe(204)
    expect(await list(mia)).toHaveLength(1)
    expect(await list(nils)).toHaveLength(1)
  })
})

const openLink = (token: string) => send(service.app, 'POST', '/api/account/invitation', { token })
const acceptLink = (token: string, at = service, password = 'ein Hafen an der Ems') =>
  send(at.app, 'POST', '/api/account/invitation/accept', { token, password })

describe('a saved view', () => {
  const path = '/api/account/views'
  const view = { name: 'Woche: Meta', path: '/berichte/abbruch?funnel=anmeldung&from=2026-11-01' }

  test('is seen and removed only by the user who saved it', async () => {
    await staff.add('Vera', 'marketer')
    await staff.add('Wim', 'admin')
    const [vera, wim] = [await loggedIn('Vera'), await loggedIn('Wim')]
    expect((await send(service.app, 'POST', path, view, {})).status).toBe(401)
    const saved = await send(service.app, 'POST', path, view, vera)
    expect(saved.status).toBe(201)
    const { id } = (await saved.json()) as { id: string }
    const list = async (headers: Record<string, string>) =>
      (await send(service.app, 'GET', path, undefined, headers)).json()
    expect(await list(vera)).toEqual({ views: [{ id, ...view }] })
    expect(await list(wim)).toEqual({ views: [] })
    expect((await send(service.app, 'DELETE', `${path}/${id}`, undefined, wim)).status).toBe(404)
    expect((await send(service.app, 'DELETE', `${path}/${id}`, undefined, vera)).status).toBe(204)
    expect(await list(vera)).toEqual({ views: [] })
  })

  test.each([
    ['another site', '//example.org/berichte'],
    ['another page', '/auftraege'],
    ['a path that leaves the reports', '/berichte/../auftraege'],
    ['a script', 'javascript:alert(1)'],
  ])('is refused for %s', async (_, at) => {
    const headers = await loggedIn('Anna')
    const response = await send(service.app, 'POST', path, { ...view, path: at }, headers)
    expect([response.status, await response.json()]).toMatchObject([400, { parameter: 'path' }])
  })
})

describe('a one-time link', () => {
  test('sets the first password and logs in, once', async () => {
    const { token } = await staff.invite('Iris', 'marketer')
    const person = { name: 'Iris', email: 'iris@example.org', isNew: true }
    expect(await (await openLink(token)).json()).toEqual(person)
    expect((await acceptLink(token, service, 'too short')).status).toBe(400)
    const accepted = await acceptLink(token)
    expect(accepted.status).toBe(200)
    expect((await account({ cookie: cookieOf(accepted) })).user).toMatchObject({ name: 'Iris' })
    expect((await openLink(token)).status).toBe(410)
    expect((await acceptLink(token)).status).toBe(410)
  })

  test('does not wait for the logins of strangers', async () => {
    // The cheapest hashes would be computed before the queue is full.
    const slow = await openOther({ hashing: { ...cheapHashing, memory: 4096 } })
    const { token } = await staff.invite('Kai', 'marketer')
    const busy = Promise.withResolvers<void>()
    const logins = Array.from({ length: 60 }, async () => {
      const { status } = await logInUser(slow.app, 'nobody@example.org')
      if (status === 503) busy.resolve()
      return status
    })
    // The queue of logins is full now, so further ones get a 503.
    await Promise.race([busy.promise, Promise.all(logins)])
    expect((await acceptLink(token, slow)).status).toBe(200)
    expect(await Promise.all(logins)).toContain(503)
  })

  test('ends after seven days and when another one is sent', async () => {
    const { id, token } = await staff.invite('Jan', 'marketer')
    const start = service.clock.now()
    service.clock.advance(7 * dayMs)
    expect((await acceptLink(token)).status).toBe(410)
    service.clock.set(start)
    const next = (await staff.directory.newLink(id))!
    expect((await openLink(token)).status).toBe(410)
    expect((await openLink(next)).status).toBe(200)
  })
})
